/* What the page shows, and what the reader does. */

function show(before) {
  const { board, title, description, state, record, turn } = now();
  picked = '';
  Object.assign(body.dataset, { record, state, turn: turn || '' });
  of('picture').replaceChildren(board.cloneNode(true));
  of('picture').setAttribute('aria-label', `${title} ${description}`);
  fading.replaceChildren();
  preview();
  showLast();
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

/* Brings into view what a player needs next. */
function scroll() {
  const ids = isServed ? ['table', { move: 'status', measure: 'outcomes', over: 'result' }[now().state]] : [];
  ids.forEach(id => of(id).scrollIntoView({ block: 'nearest' }));
}

/* Gives the marks of the last action a soft background. */
function showLast() {
  if (!at) return;
  const { last } = now();
  const outcome = outcomeOf(at);
  const marks = outcome ? marksOf(outcome.ids, of('picture')) : all(`[data-spooky="${last.number}"]`, of('picture'));
  for (const mark of marks) {
    const { x, y, width, height } = (mark.querySelector('.large') || mark).getBBox();
    mark.dataset.last = '';
    mark.prepend(shape('rect', { x, y, width, height }));
  }
}

function showPlayers() {
  const { turn } = now();
  for (const strip of all('.player')) {
    const { player } = strip.dataset;
    strip.classList.toggle('next', player === turn);
    strip.querySelector('output').textContent = points(now()[player.toLowerCase()]);
  }
  for (const select of all('select')) {
    select.options[0].textContent = computer() ? 'You' : 'Person';
    select.style.setProperty('--letters', select.selectedOptions[0].textContent.length);
  }
  of('table').dataset.below = you() === 'O' ? 'O' : 'X';
  const [first, level] = [computer(), computer() ? kind(computer()) : 'person'];
  for (const button of all('[data-level],[data-side]')) {
    const isChosen = button.dataset.level === level || (first && button.dataset.side === other(first));
    button.setAttribute('aria-pressed', String(Boolean(isChosen)));
  }
}

function showStatus() {
  const { state } = now();
  // All that the computer did since the person's last action, or else the last action.
  const first = you() ? Math.min(lastDecision() + 2, at) : at;
  const steps = actions.slice(0, at).map((_, i) => i + 1).filter(step => step >= first);
  const played = at ? `${steps.map(told).join('. Then ')}.` : 'The board is empty.';
  const says = state !== 'over' && (isServed || state === 'measure') ? request() : played;
  const how = state === 'measure' && legal().length > 1 && isServed
    ? 'Pick one of the pictures, or a mark on the cycle that is to stay in its cell.' : '';
  of('says').textContent = says;
  of('note').textContent = `${says === played || !at ? '' : played} ${how}`;
  of('status').hidden = isServed && state === 'over';
}

/* What a player is to do. */
function request() {
  const { state, turn, outcomes } = now();
  if (state === 'measure' && outcomes.length === 1) return 'Only one outcome is possible';
  if (kind(turn) !== 'person') return `The computer chooses ${state === 'measure' ? 'the outcome' : 'a move'}`;
  if (state === 'measure') return `${you() ? 'You choose' : `${turn} chooses`} the outcome`;
  if (picked) return `Now pick the second cell, or ${picked} again to cancel`;
  const mark = turn + (number(at) + 1);
  const [action] = legal();
  return action[0] === action[1]
    ? `Only one cell is left: pick ${action[0]} for ${mark}`
    : `Pick two cells for ${mark}`;
}

/* The outcome that was chosen in a step, if the step was a measurement. */
const outcomeOf = step => line[step - 1].outcomes.find(({ action }) => action === actions[step - 1]);

function told(step) {
  const { player, action, closed_cycle: isClosed } = line[step].last;
  const outcome = outcomeOf(step);
  if (outcome) return `${player} measured: ${line[step - 1].cell} became ${outcome.mark}`;
  return `${player} played ${action}${isClosed ? ' and closed a cycle' : ''}`;
}

/* A layer that no selector reaches, for copies of what is no longer on the board. */
const fading = shape('svg', { viewBox: '-6 -6 612 612', width: '100%' });
of('fading').attachShadow({ mode: 'closed' }).append(document.querySelector('style').cloneNode(true), fading);

/* Marks that settle glide to where they are; what they leave fades. */
function glide(before, after) {
  if (isStill()) return;
  const time = { duration: 550, easing: 'cubic-bezier(.3,0,.2,1)' };
  const spooky = new Map(all('[data-spooky]', before).map(mark => [idOf(mark), mark]));
  const settled = all('.mark:not([data-spooky])', after).filter(mark => spooky.has(idOf(mark)));
  for (const mark of settled) {
    const circle = spooky.get(idOf(mark)).querySelector('circle');
    const [x, y] = ['cx', 'cy'].map(name => circle.getAttribute(name));
    const large = mark.querySelector('.large').getBBox();
    const [toX, toY] = [large.x + large.width / 2, large.y + large.height / 2];
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
  const { board, turn } = now();
  const marks = all('.mark', board);
  for (const cell of cells) {
    const name = cell.dataset.cell;
    const inside = marks.filter(mark => mark.dataset.in === name).map(mark => mark.dataset.player + mark.dataset.mark);
    cell.setAttribute('aria-label', [name, ...inside].join(' '));
    cell.setAttribute('aria-pressed', String(name === picked));
    cell.dataset.pick = (turn || '') + (number(at) + 1);
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

let pointed = '';

/* Once the second cell is pointed at, shows the pair as it would be played. */
async function showPick(hovered) {
  const clear = () => all('.pick').forEach(group => group.remove());
  clear();
  const pair = picked && legal().find(action => [picked + hovered, hovered + picked].includes(action));
  pointed = pair;
  if (!pair) return;
  const { board } = await positionOf([...actions.slice(0, at), pair].join(' ')).catch(now);
  if (!picked || pointed !== pair) return;
  clear();
  const marks = all(`[data-mark="${number(at) + 1}"]`, board);
  of('picture').append(shape('g', { class: 'pick' }, ...marks.map(mark => mark.cloneNode(true))));
}

/* A measurement: cards below the board, and the marks on it. */

function showOutcomes() {
  const { cell, outcomes } = now();
  of('outcomes').replaceChildren(...outcomes.map(outcome => {
    const picture = shape('svg', { viewBox: '-6 -6 612 612', 'aria-hidden': 'true' }, outcome.board.cloneNode(true));
    const card = make('button', { type: 'button', class: 'card', 'data-choice': outcome.action },
      picture, make('strong', {}, `${cell} becomes ${outcome.mark}`), make('span', {}, outcome.result));
    card.classList.toggle('chosen', actions[at] === outcome.action);
    card.disabled = !legal().includes(outcome.action);
    offer(card, outcome);
    return card;
  }));
  for (const mark of all('.mark[data-part=cycle]', of('picture'))) {
    const outcome = outcomes.find(({ ids }) => ids.includes(idOf(mark)));
    if (!legal().includes(outcome.action)) continue;
    const target = mark.querySelector('circle').cloneNode();
    target.setAttribute('class', 'target');
    mark.append(target);
    offer(mark, outcome);
  }
}

function offer(element, outcome) {
  for (const name of ['pointerenter', 'focus']) element.addEventListener(name, () => preview(outcome));
  for (const name of ['pointerleave', 'blur']) element.addEventListener(name, () => preview());
  element.addEventListener('click', () => then(() => legal().includes(outcome.action) && act(outcome.action, true)));
}

/* Shows on the board where each mark settles. */
function preview(outcome) {
  const picture = of('picture');
  const { settled, ids } = outcome || { settled: [], ids: [] };
  all('.preview', picture).forEach(group => group.remove());
  picture.append(shape('g', { class: 'preview' }, ...settled.map(mark => mark.cloneNode(true))));
  picture.classList.toggle('previewed', Boolean(outcome));
  for (const mark of all('[data-spooky]', picture)) mark.classList.toggle('settles', ids.includes(idOf(mark)));
}

/* The end. */

function showResult() {
  const { state, x, o, winner, reason } = now();
  const score = winner && you() ? (you() === 'X' ? [x, o] : [o, x]) : [Math.max(x, o), Math.min(x, o)];
  const who = !winner ? 'Nobody wins' : !you() ? `${winner} wins` : winner === you() ? 'You win' : 'You lose';
  of('result').hidden = state !== 'over';
  of('result').dataset.winner = winner || '';
  of('score').textContent = `${who}, ${score.map(points).join(' \u2013 ')}`;
  of('reason').textContent = reason || '';
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
    const words = isMove(action) ? [make('span', {}, number(i + 1)), action] : [told(i + 1)];
    const button = make('button', { type: 'button', 'aria-label': told(i + 1) }, ...words);
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
  of('play').querySelector('path').setAttribute('d', playing ? 'M5 4v12M13 4v12' : 'M5 4v12l9-6Z');
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
  const isLocal = address => /^(localhost|127\..*|\[::1\]|)$/.test(new URL(address).hostname);
  const { href, search, hash } = location;
  const { address } = body.dataset;
  const link = isLocal(href) && address ? address + search + hash : href;
  of('status').hidden = false;
  of('note').textContent = link;
  getSelection().selectAllChildren(of('note'));
  of('says').textContent = document.execCommand('copy') ? 'Link copied' : 'Copy this link:';
  if (isLocal(link)) of('note').append(` This link works only on this computer. To play on other devices, ${isServed
    ? 'start "qttt serve --listen 0.0.0.0:8000" and open the address that it prints.' : 'copy the file there.'}`);
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
  how: () => of('lessons').scrollIntoView({ behavior: isStill() ? 'auto' : 'smooth' }),
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
for (const button of all('[data-level],[data-side]')) {
  const { level, side } = button.dataset;
  const opponent = () => level || (computer() ? kind(computer()) : 'medium');
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

let hasValues = isServed;
for (const section of all('.position')) {
  const found = position(dataOf(section), section.querySelector('svg').cloneNode(true));
  known.set(found.record, Promise.resolve(found));
  hasValues ||= found.value !== undefined;
}
if (!isServed) all('[data-needs=server]').forEach(element => { element.hidden = true; });
of('analysis').hidden = !hasValues;
of('analysis').open = hasValues && !isServed;
if (!isServed) all('select').forEach(select => select.replaceWith(select.id.toUpperCase()));
document.documentElement.classList.add('js');
then(fromAddress);
