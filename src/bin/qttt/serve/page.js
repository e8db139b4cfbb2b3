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
  showBoards();
  showAnalysis();
}

/* Brings what a player needs next into view. */
function scroll() {
  for (const id of ['table', { move: 'status', measure: 'outcomes', over: 'result' }[now().state]]) {
    const { top, bottom } = of(id).getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) of(id).scrollIntoView({ block: 'nearest' });
  }
}

/* Marks those of the last action, with a soft background unless there is a line: then only the line counts. */
function showLast() {
  if (!at) return;
  const { last, winner } = now();
  const outcome = outcomeOf(at);
  const marks = outcome ? marksOf(outcome.ids, of('picture')) : all(`[data-spooky="${last.number}"]`, of('picture'));
  for (const mark of marks) {
    mark.dataset.last = '';
    if (!winner) mark.prepend(tile(outcome ? centerOf(mark.dataset.in) : spotOf(mark), outcome ? 92 : 30));
  }
}

const tile = ([x, y], half) => shape('rect', { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: half / 4 });
const spotOf = mark => ['cx', 'cy'].map(name => Number(mark.querySelector('circle').getAttribute(name)));
function centerOf(name) {
  const i = cells.findIndex(cell => cell.dataset.cell === name);
  return [100 + 200 * (i % 3), 100 + 200 * Math.floor(i / 3)];
}

function showPlayers() {
  const { turn } = now();
  for (const strip of all('.player')) {
    const { player } = strip.dataset;
    strip.classList.toggle('next', player === turn);
    strip.querySelector('output').textContent = points(now()[player.toLowerCase()]);
  }
  for (const { options } of all('select')) options[0].textContent = computer() ? 'You' : 'Person';
  of('table').dataset.below = you() === 'O' ? 'O' : 'X';
  const [first, level] = [computer(), computer() ? kind(computer()) : 'person'];
  for (const button of all('[data-level],[data-side]')) {
    const isChosen = button.dataset.level === level || (first && button.dataset.side === other(first));
    button.setAttribute('aria-pressed', String(Boolean(isChosen)));
  }
}

function showStatus() {
  const { state } = now();
  // Everything the computer did since the person's last action, or just the last action.
  const first = you() ? Math.min(lastDecision() + 2, at) : at;
  const steps = actions.slice(0, at).map((_, i) => i + 1).filter(step => step >= first);
  const played = at ? `${steps.map(told).join('. Then ')}.` : 'The board is empty.';
  const says = isLooking() ? where() : state !== 'over' && (isServed || state === 'measure') ? request() : played;
  const how = state === 'measure' && isServed && legal().length > 1
    ? 'Pick one of the pictures, or pick a mark on the cycle to keep it in its cell.' : '';
  of('says').textContent = says;
  of('note').textContent = isLooking() ? '' : `${says === played || !at ? '' : played} ${how}`;
  of('status').removeAttribute('style');
  of('status').hidden = isServed && state === 'over';
}

/* Which position the reader is looking back at. */
function where() {
  if (!at) return 'Start of the game.';
  return `${isMove(actions[at - 1]) ? 'Move' : 'After move'} ${number(at)} of ${number(end)}: ${told(at)}.`;
}

/* What the player should do next. */
function request() {
  const { state, turn, outcomes } = now();
  if (state === 'measure' && outcomes.length === 1) return 'Only one outcome is possible';
  if (kind(turn) !== 'person') return `The computer is choosing ${state === 'measure' ? 'an outcome' : 'a move'}`;
  if (state === 'measure') return `${you() ? 'Choose' : `${turn} chooses`} the outcome`;
  if (picked) return `Now pick the second cell, or ${picked} again to cancel`;
  const mark = turn + (number(at) + 1);
  const [action] = legal();
  return action[0] === action[1]
    ? `Only one cell is left: pick ${action[0]} for ${mark}`
    : `Pick two cells for ${mark}`;
}

/* The outcome that was chosen in a step, if the step was a measurement. */
const outcomeOf = step => line[step - 1].outcomes.find(({ action }) => action === actions[step - 1]);
const told = step => line[step].last.told;
const nameOf = mark => mark.dataset.player + mark.dataset.mark;

/* A layer that no selector reaches, for the board as it was. */
const fading = shape('svg', { viewBox: '-6 -6 612 612', width: '100%' });
of('fading').attachShadow({ mode: 'closed' }).append(document.querySelector('style').cloneNode(true), fading);

/* Marks that settle glide to where they are, new ones appear, and the board as it was fades. */
function glide(before, after) {
  if (isStill()) return;
  const time = { duration: 1000, easing: 'cubic-bezier(.3,0,.2,1)' };
  const spooky = new Map(all('[data-spooky]', before).map(mark => [idOf(mark), mark]));
  const settled = all('.mark:not([data-spooky])', after).filter(mark => spooky.has(idOf(mark)));
  for (const mark of settled) {
    const to = centerOf(mark.dataset.in);
    const place = ([x, y], scale) => `translate(${x}px,${y}px) scale(${scale}) translate(${-to[0]}px,${-to[1]}px)`;
    mark.animate([{ transform: place(spotOf(spooky.get(idOf(mark))), 0.35) }, { transform: place(to, 1) }], time);
  }
  const isNew = settled.length ? 'none' : `[data-mark="${now().last.number}"]`;
  all(isNew, after).forEach(part => part.animate([{ opacity: 0 }, { opacity: 1 }], 300));
  fading.append(before.cloneNode(true));
  fading.animate([{ opacity: 1 }, { opacity: 0 }], { ...time, fill: 'forwards' });
}

/* The cells, and the first cell of a move. */

/* Returns what the reader may play here: on a page with a game in it, what was played. */
function legal() {
  if (!isServed) return actions.slice(at, at + 1);
  return !isLooking() && isDecision(at) ? now().actions.map(({ action }) => action) : [];
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
    const inside = marks.filter(mark => mark.dataset.in === name).map(nameOf);
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

let awaited = '';

/* Shows the mark in the first cell of a move, and in the second one, too, while that is pointed at. */
async function showPick(hovered) {
  const clear = () => all('.pick').forEach(group => group.remove());
  const pair = picked && legal().find(action => [picked + hovered, hovered + picked].includes(action));
  const action = pair || (picked && legal().find(action => action.includes(picked)));
  awaited = picked + action + hovered;
  const wanted = awaited;
  if (!action) return clear();
  const { board } = await positionOf([...actions.slice(0, at), action].join(' ')).catch(now);
  if (awaited !== wanted) return;
  clear();
  const isShown = part => part.dataset.mark === String(number(at) + 1) && (pair || part.dataset.in === picked);
  const parts = all('[data-mark]', board).filter(isShown).map(part => part.cloneNode(true));
  if (!pair) parts.forEach(part => { part.dataset.part = 'free'; });
  of('picture').append(shape('g', { class: 'pick' }, ...parts));
}

/* A measurement: cards below the board, and the marks on it. */

function showOutcomes() {
  const { cell, outcomes } = now();
  of('outcomes').replaceChildren(...outcomes.map(outcome => {
    const picture = shape('svg', { viewBox: '-6 -6 612 612', 'aria-hidden': 'true' }, outcome.board.cloneNode(true));
    const card = make('button', { type: 'button', class: 'card', 'data-choice': outcome.action },
      picture, make('strong', {}, `${cell} becomes ${outcome.mark}`), make('span', {}, outcome.result));
    card.classList.toggle('chosen', isLooking() && actions[at] === outcome.action);
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

/* Explains a measurement to a reader who picks a cell of the cycle instead of a mark in it. Before the click reaches a
   cell, because the move that it completes may close the cycle at once. */
of('board').addEventListener('click', ({ clientX, clientY, target }) => {
  if (now()?.state !== 'measure' || !legal().length || target.closest('.mark[data-part=cycle]')) return;
  const { x, y, width } = of('board').getBoundingClientRect();
  const [column, row] = [clientX - x, clientY - y].map(distance => Math.floor(3 * distance / width));
  const { cell } = cells[3 * row + column].dataset;
  const marks = all(`.mark[data-part=cycle][data-in=${cell}]`, of('picture')).map(nameOf);
  if (!marks.length) return;
  of('says').textContent = `Pick the mark that stays in ${cell}: ${marks.join(' or ')}.`;
  const pulse = [{}, { boxShadow: '0 0 0 5px var(--ring)' }, {}];
  if (!isStill()) all('[data-choice]').forEach(card => card.animate(pulse, 900));
}, true);

/* Shows on the board where each mark settles. */
function preview(outcome) {
  const picture = of('picture');
  const { settled, ids } = outcome || { settled: [], ids: [] };
  all('.preview', picture).forEach(group => group.remove());
  picture.append(shape('g', { class: 'preview' }, ...settled.map(mark => mark.cloneNode(true))));
  picture.classList.toggle('previewed', Boolean(outcome));
  for (const mark of all('[data-spooky]', picture)) mark.classList.toggle('settles', ids.includes(idOf(mark)));
}

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

function showControls() {
  of('acts').hidden = !isServed || isLooking();
  of('undo').disabled = isLooking() || (!picked && lastDecision() < 0);
  of('hint').disabled = !legal().length;
  of('new').hidden = end === 0 || now().state === 'over';
  of('looking').hidden = !isServed || !isLooking();
  of('stepper').hidden = actions.length === 0;
  of('first').disabled = of('back').disabled = at === 0;
  of('next').disabled = at === actions.length;
  of('last').disabled = !isLooking();
  of('chooser').hidden = !isServed || end > 0;
  if (!isLooking()) pause();
}

function showMoves() {
  of('moves').replaceChildren(...actions.slice(0, end).map((action, i) => {
    const { player, sign } = line[i + 1].last;
    const short = isMove(action) ? `${number(i + 1)} ${action}` : `${player} measured: ${action}`;
    const button = make('button', { type: 'button', 'aria-label': `${short}: ${told(i + 1)}` }, short);
    if (i + 1 === at) button.setAttribute('aria-current', 'step');
    if (sign && of('analysis').open) button.append(make('span', { class: 'sign' }, sign));
    button.addEventListener('click', () => then(() => go(i + 1)));
    return make('li', { 'data-player': player, class: isMove(action) ? 'move' : 'measurement' }, button);
  }));
}

/* The classical boards that are still possible, drawn while the fold is open. */
function showBoards() {
  const { boards, ensemble } = now();
  const drawn = of('possible').open ? boards : [];
  of('possible').hidden = !ensemble;
  of('possible').querySelector('summary').textContent = `Possible boards: ${boards.length}`;
  of('ensemble').textContent = ensemble || '';
  of('boards').replaceChildren(...drawn.map(([marks, lined]) => make('div', {}, ...[...marks].map((mark, i) => {
    const player = mark === '.' ? '' : 'OX'[mark % 2];
    const isLined = lined.includes(cells[i].dataset.cell);
    return make('span', { 'data-player': player, class: isLined ? 'lined' : '' }, player);
  }))));
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
  if (!isLooking()) go(0);
  play(setInterval(() => then(() => go(at + 1)), 1800));
}

/* What perfect play says. */

const amount = number => `${points(number)} ${number > 1 ? 'points' : 'point'}`;
const lossAt = step => line[step].last?.loss;

function showAnalysis() {
  const { value, state, best } = now();
  const loss = lossAt(at);
  const choices = best.slice(0, 8).join(' ') + (best.length > 8 ? ' \u2026' : '');
  of('verdict').textContent = loss ? `Mistake: ${line[at - 1].turn} gave away ${amount(loss)}.` : '';
  of('outlook').textContent = state === 'over' || value === undefined ? ''
    : value === 0 ? `With perfect play, nobody wins. Best: ${choices}`
    : `With perfect play, ${value > 0 ? 'X' : 'O'} wins by ${amount(Math.abs(value))}. Best: ${choices}`;
  showCurve();
}

function showCurve() {
  const x = step => 76 + 474 * step / Math.max(1, end);
  const y = value => 58 - 24 * value;
  const values = line.slice(0, end + 1).map(({ value }) => value || 0);
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

/* Takes back a person's last action, and what followed. The game keeps it until another action is made. */
function undo() {
  if (picked) return pick(picked);
  if (lastDecision() >= 0) finishAt(lastDecision());
}

/* Goes forward. At the end of the game, brings back what Undo took back, up to the person's next decision. */
function next() {
  if (isLooking() || at === actions.length) return go(at + 1);
  const decision = actions.findIndex((_, step) => step > at && isDecision(step));
  finishAt(decision < 0 ? actions.length : decision);
}

function playFromHere() {
  actions = actions.slice(0, at);
  line = line.slice(0, at + 1);
  finishAt(at, true);
}

/* Copies the address as a selection: the clipboard is closed to pages of other machines without a certificate. */
function share() {
  const isLocal = address => /^(localhost|127\..*|\[::1\]|)$/.test(new URL(address).hostname);
  const { href, search, hash } = location;
  const { address } = body.dataset;
  const link = isLocal(href) && address ? address + search + hash : href;
  of('status').hidden = false;
  of('status').style.height = `${of('status').getBoundingClientRect().height}px`;
  of('note').textContent = link;
  getSelection().selectAllChildren(of('note'));
  of('says').textContent = document.execCommand('copy') ? 'Link copied' : 'Copy this link:';
  if (isLocal(link)) of('note').append(` This link works only on this computer. To open the page on other devices, ${isServed
    ? 'start "qttt serve --listen 0.0.0.0:8000" and open the address that it prints.' : 'copy the file to them.'}`);
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
  game: () => go(end),
  here: playFromHere,
  review: () => {
    of('analysis').open = true;
    go(0);
  },
  play: playOrPause,
  first: () => go(0),
  back: () => go(at - 1),
  next,
  last: () => go(end),
};
for (const [id, task] of Object.entries(clicks)) {
  of(id).addEventListener('click', () => {
    if (task !== playOrPause) pause();
    then(task);
  });
}
of('share').addEventListener('click', share);
/* The lessons are beside the board if there is room at the start, and always in the help. */
for (const id of ['help', 'how']) {
  of(id).addEventListener('click', () => {
    of('keys').prepend(of('lessons'));
    of('keys').showModal();
  });
}
of('keys').addEventListener('close', () => of('chooser').after(of('lessons')));
of('analysis').addEventListener('toggle', () => line.length && showMoves());
of('possible').addEventListener('toggle', () => line.length && showBoards());
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

/* Moves the focus from a cell to the next playable one in the direction of a key. Returns true for such keys. */
function roam(key, from) {
  const row = from - from % 3;
  const ways = {
    ArrowLeft: [from - 1, from - 2].filter(i => i >= row),
    ArrowRight: [from + 1, from + 2].filter(i => i < row + 3),
    ArrowUp: [from - 3, from - 6],
    ArrowDown: [from + 3, from + 6],
    Home: [row, row + 1, row + 2],
    End: [row + 2, row + 1, row],
  };
  const cell = ways[key]?.map(i => cells[i]).find(cell => cell && !cell.disabled);
  cell?.focus();
  return key in ways;
}

document.addEventListener('keydown', event => {
  const isWithin = selector => event.target instanceof Element && event.target.closest(selector);
  if (event.altKey || event.ctrlKey || event.metaKey || isWithin('input,select,dialog')) return;
  const focused = cells.findIndex(cell => cell.matches(':focus-visible'));
  if (focused >= 0 && roam(event.key, focused)) return event.preventDefault();
  const ids = {
    ArrowLeft: 'back',
    ArrowRight: 'next',
    Backspace: 'undo',
    Escape: picked && 'undo',
    Home: 'first',
    End: 'last',
    ' ': !isWithin('button,summary,a') && 'play',
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
if (isServed) of('picture').append(all('.position [data-board]')[0].cloneNode(true));
document.documentElement.classList.add('js');
then(fromAddress);
