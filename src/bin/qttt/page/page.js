/* What the page shows, and what the reader does. */

function show(before) {
  const { board, description, state, record, turn } = now();
  picked = '';
  Object.assign(body.dataset, { record, state, turn: turn || '' });
  of('picture').replaceChildren(board.cloneNode(true));
  of('picture').setAttribute('aria-label', description);
  fading.replaceChildren();
  preview();
  if (before) glide(before.board, of('picture').firstChild);
  showPlayers();
  showCells();
  showStatus();
  showOutcomes();
  showResult();
  showControls();
  showMoves();
  showAnalysis();
}

function showPlayers() {
  const { turn } = now();
  for (const strip of all('.player')) {
    const { player } = strip.dataset;
    strip.classList.toggle('next', player === turn);
    strip.querySelector('output').textContent = points(now()[player.toLowerCase()]);
    const person = strip.querySelector('[value=person]');
    if (person) person.textContent = kind(other(player)) === 'person' ? 'Person' : 'You';
  }
  of('table').dataset.below = isServed && kind('X') !== 'person' && kind('O') === 'person' ? 'O' : 'X';
  const [first, level] = [computer(), computer() ? kind(computer()) : 'person'];
  for (const button of all('#chooser button')) {
    const isChosen = button.dataset.level === level || (first && button.dataset.side === other(first));
    button.setAttribute('aria-pressed', String(Boolean(isChosen)));
  }
}

function showStatus() {
  const { state, turn } = now();
  const played = at ? `${caption(at)}.` : 'The board is empty.';
  const says = state === 'measure' ? `${other(turn)} closed a cycle. ${turn} measures it.`
    : state === 'move' && isServed ? request()
    : played;
  const note = state === 'measure' && legal().length > 1 ? 'Pick an outcome, or a mark to keep where it is.' : played;
  of('says').textContent = says;
  of('note').textContent = note === says || !at ? '' : note;
  of('status').hidden = isServed && state === 'over';
}

/* What a player is to do. */
function request() {
  const { turn } = now();
  if (kind(turn) !== 'person') {
    return at === end() ? 'The computer is choosing a move.' : 'The computer made the next move.';
  }
  if (picked) return `Now pick the second cell, or ${picked} again to cancel`;
  const mark = turn + (number(at) + 1);
  const [action] = legal();
  return action[0] === action[1]
    ? `Only one cell is left: pick ${action[0]} for ${mark}`
    : `Pick two cells for ${mark}`;
}

function caption(step) {
  const { turn, outcomes } = line[step - 1];
  const action = actions[step - 1];
  const outcome = outcomes.find(({ choice }) => choice === action);
  if (outcome) return `${turn} measures: ${outcome.captions[0]}`;
  return `${number(step)}. ${turn} plays ${action}${line[step].state === 'measure' ? ' and closes a cycle' : ''}`;
}

/* A layer that no selector reaches, for copies of what is no longer on the board. */
const fading = shape('svg', { viewBox: '-6 -6 612 612', width: '100%' });
of('fading').attachShadow({ mode: 'closed' }).append(document.querySelector('style').cloneNode(true), fading);

/* Marks that settle glide to where they are; what they leave fades. */
function glide(before, after) {
  if (isStill()) return;
  const time = { duration: 550, easing: 'cubic-bezier(.3,0,.2,1)' };
  const spooky = new Map(all('[data-spooky]', before).map(mark => [key(mark), mark]));
  const settled = all('.mark:not([data-spooky])', after).filter(mark => spooky.has(key(mark)));
  for (const mark of settled) {
    const circle = spooky.get(key(mark)).querySelector('circle');
    const [x, y] = ['cx', 'cy'].map(name => circle.getAttribute(name));
    const [toX, toY] = center(mark.dataset.at);
    const place = (x, y, scale) => `translate(${x}px,${y}px) scale(${scale}) translate(${-toX}px,${-toY}px)`;
    mark.animate([{ transform: place(x, y, 0.35) }, { transform: place(toX, toY, 1) }], time);
  }
  const is = (part, within) => within.querySelector(`[data-spooky="${part.dataset.mark}"]`);
  for (const part of all('[data-spooky],.link', after)) {
    if (!is(part, before)) part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300 });
  }
  for (const part of all('[data-spooky],.link,.ring,.tint', before)) {
    if (part.dataset.mark && is(part, after)) continue;
    const copy = part.cloneNode(true);
    fading.append(copy);
    copy.animate([{ opacity: 1 }, { opacity: 0 }], { ...time, fill: 'forwards' });
  }
}

function center(cell) {
  const index = cell.charCodeAt(0) - 65;
  return [100 + 200 * (index % 3), 100 + 200 * Math.floor(index / 3)];
}

/* The cells, and the first cell of a move. */

/* Returns what the reader may play here: on a page with a game in it, what was played. */
function legal() {
  if (!isServed) return actions.slice(at, at + 1);
  return isDecision(at) ? now().actions.map(({ action }) => action) : [];
}

const cells = [...'ABCDEFGHI'].map(name => {
  const cell = make('button', { type: 'button', 'data-cell': name });
  cell.addEventListener('click', () => then(() => pick(name)));
  cell.addEventListener('pointerenter', () => showPick(name));
  cell.addEventListener('pointerleave', () => showPick());
  return cell;
});
of('cells').append(...cells);

function showCells() {
  const marks = all('.mark', now().board);
  for (const cell of cells) {
    const name = cell.dataset.cell;
    const inside = marks.filter(mark => mark.dataset.at === name).map(mark => mark.dataset.player + mark.dataset.mark);
    cell.setAttribute('aria-label', [name, ...inside].join(' '));
    cell.setAttribute('aria-pressed', String(name === picked));
    cell.disabled = !isServed || !legal().some(action => isMove(action) && action.includes(name));
  }
}

function pick(name) {
  const action = [name + name, picked + name, name + picked].find(action => legal().includes(action));
  if (action) return act(action, true);
  picked = picked === name ? '' : name;
  showPicked();
}

function showPicked(hovered) {
  showCells();
  showPick(hovered);
  showStatus();
  showControls();
}

/* Shows the new mark in the picked cell, and a preview of it in the cell under the pointer. */
function showPick(hovered) {
  all('.pick', of('picture')).forEach(group => group.remove());
  if (!picked) return;
  const mark = number(at) + 1;
  const player = now().turn;
  const group = shape('g', { class: 'pick', 'data-player': player });
  // Each mark has its own spot, as in the pictures.
  const isPair = legal().some(action => action === picked + hovered || action === hovered + picked);
  const spots = (isPair ? [picked, hovered] : [picked]).map(cell => {
    const [x, y] = center(cell);
    return [x + 3 + 62 * ((mark - 1) % 3 - 1), y + 5 + 62 * (Math.floor((mark - 1) / 3) - 1)];
  });
  if (isPair) {
    const [[x, y], [toX, toY]] = spots;
    const bend = [(x + toX + (toY - y) / 3) / 2, (y + toY - (toX - x) / 3) / 2];
    group.append(shape('path', { d: `M${x} ${y}Q${bend} ${toX} ${toY}` }));
  }
  for (const [x, y] of spots) {
    const label = shape('text', { x, y: y + 8 }, player, shape('tspan', { class: 'sub', dy: 3 }, mark));
    group.append(shape('g', { class: 'mark', 'data-player': player }, shape('circle', { cx: x, cy: y, r: 21 }), label));
  }
  of('picture').append(group);
}

/* A measurement: cards below the board, and the marks on it. */

function showOutcomes() {
  const { outcomes } = now();
  of('outcomes').replaceChildren(...outcomes.map(outcome => {
    const picture = shape('svg', { viewBox: '-6 -6 612 612', 'aria-hidden': 'true' }, outcome.board.cloneNode(true));
    const [settles, score] = outcome.captions;
    const card = make('button', { type: 'button', class: 'card', 'data-choice': outcome.choice },
      picture, make('strong', {}, settles), make('span', {}, score));
    card.classList.toggle('chosen', actions[at] === outcome.choice);
    card.disabled = !legal().includes(outcome.choice);
    offer(card, outcome);
    return card;
  }));
  for (const mark of all('.mark[data-part=cycle]', of('picture'))) {
    const outcome = outcomes.find(({ settled }) => settled.some(one => key(one) === key(mark)));
    if (!legal().includes(outcome.choice)) continue;
    const { cx, cy } = mark.querySelector('circle').attributes;
    mark.append(shape('circle', { class: 'target', cx: cx.value, cy: cy.value, r: 31 }));
    offer(mark, outcome);
  }
}

function offer(element, outcome) {
  for (const name of ['pointerenter', 'focus']) element.addEventListener(name, () => preview(outcome));
  for (const name of ['pointerleave', 'blur']) element.addEventListener(name, () => preview());
  element.addEventListener('click', () => then(() => legal().includes(outcome.choice) && act(outcome.choice, true)));
}

/* Shows on the board where each mark settles. */
function preview(outcome) {
  const picture = of('picture');
  const settled = outcome ? outcome.settled : [];
  const keys = settled.map(key);
  all('.preview', picture).forEach(group => group.remove());
  picture.append(shape('g', { class: 'preview' }, ...settled.map(mark => mark.cloneNode(true))));
  picture.classList.toggle('previewed', Boolean(outcome));
  for (const mark of all('[data-spooky]', picture)) mark.classList.toggle('settles', keys.includes(key(mark)));
}

/* The end. */

function showResult() {
  const { state, x, o, title } = now();
  const winner = x > o ? 'X wins' : o > x ? 'O wins' : 'Nobody wins';
  of('result').hidden = state !== 'over';
  of('result').dataset.winner = winner[0];
  of('score').textContent = `${winner}, ${points(Math.max(x, o))} \u2013 ${points(Math.min(x, o))}`;
  of('reason').textContent = title.split('. ').slice(1).join('. ');
  of('swap').hidden = !computer();
}

/* Controls and moves. */

function showControls() {
  const isLive = isServed && line[end()].state !== 'over';
  of('undo').disabled = !picked && lastDecision() < 0;
  of('hint').disabled = !isDecision(at);
  of('new').hidden = !isServed || end() === 0 || now().state === 'over';
  of('stepper').hidden = isLive || end() === 0;
  of('first').disabled = of('back').disabled = at === 0;
  of('last').disabled = of('next').disabled = at === end();
  of('chooser').hidden = !isServed || end() > 0;
  of('lessons').hidden = end() > 0;
  if (at === end()) pause();
}

function showMoves() {
  of('moves').replaceChildren(...actions.map((action, i) => {
    const words = isMove(action) ? [make('span', {}, number(i + 1)), action] : [caption(i + 1)];
    const button = make('button', { type: 'button', 'aria-label': caption(i + 1) }, ...words);
    if (i + 1 === at) button.setAttribute('aria-current', 'step');
    const loss = of('analysis').open ? lossAt(i + 1) : 0;
    if (loss) button.append(make('span', { class: 'sign' }, loss > 0.5 ? '??' : '?'));
    button.addEventListener('click', () => then(() => go(i + 1)));
    return make('li', { 'data-player': line[i].turn, class: isMove(action) ? 'move' : 'measurement' }, button);
  }));
}

let playing = 0;

function play(timer) {
  clearInterval(playing);
  playing = timer;
  of('play').textContent = playing ? '\u23f8' : '\u25b6';
  of('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
}

const pause = () => play(0);

function playOrPause() {
  if (playing) return pause();
  if (at === end()) go(0);
  play(setInterval(() => then(() => go(at + 1)), 1800));
}

/* What perfect play says. */

function lossAt(step) {
  if (!step || line[step].value === undefined) return 0;
  return Math.abs(line[step - 1].value - line[step].value);
}

function showAnalysis() {
  const { value, state, best } = now();
  const loss = lossAt(at);
  const choices = best.slice(0, 8).join(' ') + (best.length > 8 ? ' \u2026' : '');
  of('verdict').textContent = loss
    ? `A mistake: ${line[at - 1].turn} gives away ${points(loss)} ${loss > 1 ? 'points' : 'point'}.`
    : '';
  of('outlook').textContent = state === 'over' || value === undefined ? ''
    : value === 0 ? `With perfect play, nobody wins. Best: ${choices}`
    : `With perfect play, ${value > 0 ? 'X' : 'O'} wins by ${points(Math.abs(value))}. Best: ${choices}`;
  showCurve();
}

function showCurve() {
  const x = step => 76 + 474 * step / Math.max(1, end());
  const y = value => 58 - 24 * value;
  const values = line.map(({ value }) => value || 0);
  const path = `M${x(0)} ${y(0)}${values.map((value, i) => `H${x(i)}V${y(value)}`).join('')}`;
  const dots = values.map((value, i) =>
    shape('circle', { class: lossAt(i) ? 'lost' : 'kept', cx: x(i), cy: y(value), r: i === at ? 7 : 4 }));
  of('curve').replaceChildren(
    shape('path', { class: 'area', d: `${path}V${y(0)}H${x(0)}Z` }),
    shape('path', { class: 'zero', d: `M70 ${y(0)}H556` }),
    shape('path', { class: 'value', d: path }),
    ...dots,
    shape('text', { x: 2, y: y(1) }, 'X is ahead'),
    shape('text', { x: 2, y: y(-1) + 6 }, 'O is ahead'),
  );
  of('curve').setAttribute('aria-label', `Values for X: ${values.join(', ')}`);
}

/* What the reader does. */

/* Shows a best choice as if its first cell were picked and the pointer were over the second. */
function hint() {
  const [best] = now().best;
  if (isMove(best)) {
    picked = best[0];
    showPicked(best[1]);
  }
  all(`[data-choice="${best}"]`).forEach(card => card.classList.add('best'));
  of('note').textContent = `Hint: ${best} is one of the best choices.`;
}

function undo() {
  if (picked) return pick(picked);
  if (lastDecision() >= 0) go(lastDecision());
}

/* Copies the address as a selection: the clipboard is closed to pages of other machines without a certificate. */
function share() {
  of('status').hidden = false;
  of('note').textContent = location.href;
  getSelection().selectAllChildren(of('note'));
  if (document.execCommand('copy')) of('says').textContent = 'Link copied';
}

const clicks = {
  undo,
  hint,
  new: restart,
  rematch: restart,
  swap: () => {
    [of('x').value, of('o').value] = [of('o').value, of('x').value];
    return restart();
  },
  review: () => {
    of('analysis').open = true;
    go(0);
  },
  play: playOrPause,
};
const steps = { first: () => 0, back: () => at - 1, next: () => at + 1, last: end };
for (const [id, step] of Object.entries(steps)) {
  clicks[id] = () => {
    pause();
    go(step());
  };
}
for (const [id, task] of Object.entries(clicks)) of(id).addEventListener('click', () => then(task));
of('share').addEventListener('click', share);
of('help').addEventListener('click', () => of('keys').showModal());
of('analysis').addEventListener('toggle', () => line.length && showMoves());
of('load').addEventListener('submit', event => {
  event.preventDefault();
  then(async () => {
    const { record } = await asked(of('record').value);
    await load(split(record), true);
  });
});
for (const button of all('#chooser button')) {
  const { level, side } = button.dataset;
  const opponent = () => level || (computer() ? kind(computer()) : 'errs');
  button.addEventListener('click', () => then(() => choosePlayers(opponent(), side || other(computer() || 'O'))));
}
for (const select of all('select')) {
  select.addEventListener('change', () => then(() => {
    toAddress(false);
    show();
  }));
}

document.addEventListener('keydown', event => {
  const isWithin = selector => event.target instanceof Element && event.target.closest(selector);
  if (event.altKey || event.ctrlKey || event.metaKey || isWithin('input,select,dialog')) return;
  const isStepping = !of('stepper').hidden;
  const ids = {
    ArrowLeft: isStepping ? 'back' : 'undo',
    ArrowRight: 'next',
    Backspace: 'undo',
    Escape: picked && 'undo',
    Home: isStepping && 'first',
    End: isStepping && 'last',
    ' ': isStepping && !isWithin('button,summary,a') && 'play',
    '?': 'help',
  };
  const name = event.key.toUpperCase();
  const target = of(ids[event.key] || '') || document.querySelector(
    /^[A-I]$/.test(name) ? `[data-cell=${name}]` : /^[1-9]$/.test(name) ? `[data-choice="${name}"]` : 'none');
  if (!target) return;
  event.preventDefault();
  target.click();
});
addEventListener('popstate', () => then(fromAddress));

for (const section of all('.position')) {
  const found = embedded(section);
  all('[data-cell]', section).forEach(mark => mark.removeAttribute('data-cell'));
  known.set(found.record, Promise.resolve(found));
}
const hasValues = isServed || Boolean(document.querySelector('.position[data-value]'));
if (!isServed) all('[data-needs=server]').forEach(element => { element.hidden = true; });
of('analysis').hidden = !hasValues;
of('analysis').open = hasValues && !isServed;
if (!isServed) all('select').forEach(select => select.replaceWith(select.id.toUpperCase()));
document.documentElement.classList.add('js');
then(fromAddress);
