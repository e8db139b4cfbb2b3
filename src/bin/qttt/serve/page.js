/* The content of the page, and its responses to the user. */

import {
  Problem, Silence, act, actionsOf, at, chooseAction, computer, connect, fromAddress, go, isAutomatic, isLooking, isMove,
  lastDecision, legal, load, moveCount, now, played, players, positionOf, positions, takeBack, you,
} from './game.js';
import { factsOf } from './positions.js';

const { body } = document;
const of = id => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const picture = of('picture');

function make(name, attributes = {}, ...content) {
  const space = ['svg', 'g'].includes(name) ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
  const element = document.createElementNS(space, name);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

function drawn(board) {
  const group = make('g');
  group.innerHTML = board;
  return group;
}

/* Returns a number, or a text with points, as the page shows it. */
const points = value => String(value).replace(/0?\.5/, '\u00bd');
const amount = number => `${points(number)} ${number > 1 ? 'points' : 'point'}`;
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const idOf = mark => mark.dataset.in + mark.dataset.mark;
const idsOf = outcome => outcome ? outcome.collapsed.map(mark => mark.join('')) : [];
const cellsOf = move => [...new Set(move)].join(' and ');
const nameOf = number => 'OX'[number % 2] + number;
const settledIn = (board, outcome) =>
  all('.mark:not([data-spooky])', board).filter(mark => idsOf(outcome).includes(idOf(mark)));

/* Returns the outcome of a position's measurement that an action chooses. */
const outcomeOf = (action, { outcomes }) => outcomes.find(outcome => outcome.action === action);

/* Says what an action fills the cell of a measurement with. */
const becomes = action => `${now().cell} becomes ${outcomeOf(action, now()).mark}`;

/* Describes an action in the past tense. Against the computer, the user is "You". */
const told = step => positions[step].last.told.replace(`${you()} `, 'You ');

/* The position on the board, the first cell of a move, a hint or the measurement that the computer is about to make,
   a message that stays until the user's next action, and whether the user has chosen who plays. */
let shown = null;
let picked = '';
let hinted = '';
let message = '';
let isStarted = Boolean(location.search || location.hash.slice(1));

function show() {
  const { board, title, description, state, record, turn } = now();
  if (now() !== shown) {
    const before = positions[at - 1] === shown && shown;
    picked = '';
    shown = now();
    Object.assign(body.dataset, { record, state, turn: turn || '' });
    picture.replaceChildren(drawn(board));
    picture.setAttribute('aria-label', `${points(title)} ${description}`);
    preview();
    showLast();
    if (before) glide(drawn(before.board), picture.firstChild);
  }
  showPlayers();
  showCells();
  showPick();
  showStatus();
  showOutcomes();
  showResult();
  showControls();
  showMoves();
  showBoards();
  showAnalysis();
  if (!isStarted && !of('chooser').open) choose();
}

/* Brings what a player needs next into view. */
function scroll() {
  for (const id of ['table', 'outcomes', 'status', 'result']) of(id).scrollIntoView({ block: 'nearest' });
}

/* Highlights the marks of the last action. */
function showLast() {
  const outcome = at && outcomeOf(played[at - 1], positions[at - 1]);
  const marks = outcome ? settledIn(picture, outcome) : all(`[data-spooky="${now().last?.number}"]`, picture);
  marks.forEach(mark => { mark.dataset.last = ''; });
}

const spotOf = mark => ['cx', 'cy'].map(name => Number(mark.querySelector('circle').getAttribute(name)));
function centerOf(name) {
  const i = 'ABCDEFGHI'.indexOf(name);
  return [100 + 200 * (i % 3), 100 + 200 * Math.floor(i / 3)];
}

/* Animates each mark that becomes classical from its old place to its new one. */
function glide(before, after) {
  if (isStill()) return;
  const time = { duration: 1000, easing: 'cubic-bezier(.3,0,.2,1)' };
  for (const mark of all('.mark:not([data-spooky])', after)) {
    const spooky = all('[data-spooky]', before).find(earlier => idOf(earlier) === idOf(mark));
    if (!spooky) continue;
    const to = centerOf(mark.dataset.in);
    const place = ([x, y], scale) => `translate(${x}px,${y}px) scale(${scale}) translate(${-to[0]}px,${-to[1]}px)`;
    mark.animate([{ transform: place(spotOf(spooky), 0.35) }, { transform: place(to, 1) }], time);
  }
}

function showPlayers() {
  for (const strip of all('.player')) {
    const { player } = strip.dataset;
    const kind = players[player];
    strip.classList.toggle('next', player === now().turn);
    strip.querySelector('.who').textContent = kind !== 'person' ? `Computer (${kind})` : you() ? 'You' : player;
    strip.querySelector('output').textContent = points(now()[player.toLowerCase()]);
  }
  of('table').dataset.below = you() === 'O' ? 'O' : 'X';
}

function showStatus() {
  // Everything the computer did since the person's last action, or just the last action.
  const first = you() ? Math.min(lastDecision() + 2, at) : at;
  const steps = played.slice(0, at).map((_, i) => i + 1).filter(step => step >= first);
  of('says').textContent = message || (isLooking() ? where() : instruction());
  of('note').textContent = isLooking() ? '' : at ? `${steps.map(told).join('. Then ')}.` : 'The board is empty.';
}

/* The position that the user is looking back at. */
const where = () => at
  ? `${isMove(played[at - 1]) ? 'Move' : 'After move'} ${moveCount(at)} of ${moveCount(played.length)}: ${told(at)}.`
  : 'Start of the game.';

/* Returns an instruction for the user. */
function instruction() {
  const { state, turn, outcomes } = now();
  if (state === 'over') return 'The game is over';
  if (state === 'measure' && outcomes.length === 1) return 'Only one outcome is possible';
  if (players[turn] !== 'person') return `The computer is choosing ${state === 'measure' ? 'an outcome' : 'a move'}`;
  if (state === 'measure') return `${you() ? 'Choose' : `${turn} chooses`} the outcome`;
  if (picked) return `Now pick the second cell, or ${picked} again to cancel`;
  const mark = turn + (moveCount(at) + 1);
  const [action] = legal();
  return action[0] === action[1]
    ? `Only one cell is left: pick ${action[0]} for ${mark}`
    : `Pick two cells for ${mark}`;
}

/* The cells, and the first cell of a move. */

const cells = [...'ABCDEFGHI'].map(name => {
  const cell = make('button', { type: 'button', 'data-cell': name });
  cell.addEventListener('click', () => queue(() => pick(name)));
  cell.addEventListener('pointerenter', () => positions.length && showPick(name));
  cell.addEventListener('pointerleave', () => positions.length && showPick());
  return cell;
});
of('cells').append(...cells);

function showCells() {
  const marks = all('.mark', picture.firstChild);
  for (const cell of cells) {
    const name = cell.dataset.cell;
    const inside = marks.filter(mark => mark.dataset.in === name).map(mark => nameOf(mark.dataset.mark));
    cell.setAttribute('aria-label', [name, ...inside].join(' '));
    cell.setAttribute('aria-pressed', String(name === picked));
    cell.setAttribute('aria-disabled', String(!legal().some(action => isMove(action) && action.includes(name))));
  }
}

function pick(name) {
  const { state, turn, cells: marks } = now();
  const mark = marks[name.charCodeAt(0) - 65];
  const action = [name + name, picked + name, name + picked].find(action => legal().includes(action));
  if (action) return act(action);
  if (isLooking()) message = 'First choose Back to the game or Play from here.';
  else if (state === 'over' || players[turn] !== 'person') return;
  else if (state === 'measure') message = 'Choose one of the two pictures.';
  else if (mark) message = `${name} already holds ${nameOf(mark)}; pick a free cell.`;
  else picked = picked === name ? '' : name;
}

let awaited = '';

/* Draws the mark in the first cell of a move, or the pair if it is a hint, or if the second cell is pointed at. */
async function showPick(hovered = '') {
  const isPair = action => action === hinted || [picked + hovered, hovered + picked].includes(action);
  const pair = legal().find(action => isMove(action) && isPair(action));
  // Without a second cell, any move shows the picked one.
  const action = pair || (picked && legal().find(action => action.includes(picked)));
  const wanted = `${played} ${action} ${hovered}`;
  awaited = wanted;
  const next = action ? await positionOf([...played, action]).catch(now) : null;
  if (awaited !== wanted) return;
  all('.pick').forEach(group => group.remove());
  if (!next) return;
  const isShown = part => part.dataset.mark === String(moveCount(at) + 1) && (pair || part.dataset.in === picked);
  const parts = all('[data-mark]', drawn(next.board)).filter(isShown);
  if (!pair) parts.forEach(part => { part.dataset.part = 'free'; });
  picture.append(make('g', { class: 'pick' }, ...parts));
  if (pair && next.outcomes.length > 1) {
    of('says').textContent = `${hinted && 'Hint: '}${cellsOf(pair)} close a cycle; ${next.turn} will choose`;
  } else if (!message) of('says').textContent = instruction();
}

/* A measurement: a card for each outcome. */

function showOutcomes() {
  of('outcomes').replaceChildren(...now().outcomes.map(outcome => {
    const board = make('svg', { viewBox: '-6 -6 612 612', 'aria-hidden': 'true' }, drawn(outcome.board));
    const card = make('button', { type: 'button', class: 'card', 'data-choice': outcome.action },
      board, make('strong', {}, becomes(outcome.action)), make('span', {}, points(outcome.result)));
    card.classList.toggle('chosen', isLooking() && played[at] === outcome.action);
    card.classList.toggle('hinted', hinted === outcome.action);
    card.disabled = !legal().includes(outcome.action);
    for (const name of ['pointerenter', 'focus']) card.addEventListener(name, () => preview(outcome));
    for (const name of ['pointerleave', 'blur']) card.addEventListener(name, () => preview());
    card.addEventListener('click', () => queue(() => legal().includes(outcome.action) && act(outcome.action)));
    return card;
  }));
}

/* Shows on the board where each mark settles. */
function preview(outcome) {
  all('.preview', picture).forEach(group => group.remove());
  picture.append(make('g', { class: 'preview' }, ...outcome ? settledIn(drawn(outcome.board), outcome) : []));
  picture.classList.toggle('previewed', Boolean(outcome));
  for (const mark of all('[data-spooky]', picture)) mark.classList.toggle('settles', idsOf(outcome).includes(idOf(mark)));
}

function showResult() {
  const { state, x, o, winner, reason } = now();
  const score = winner && you() ? (you() === 'X' ? [x, o] : [o, x]) : [Math.max(x, o), Math.min(x, o)];
  const who = !winner ? 'Nobody wins' : !you() ? `${winner} wins` : winner === you() ? 'You win' : 'You lose';
  of('result').hidden = state !== 'over';
  of('score').dataset.player = winner || '';
  of('score').textContent = `${who}, ${score.map(points).join(' \u2013 ')}`;
  of('reason').textContent = reason || '';
  of('swap').hidden = !computer();
}

function showControls() {
  of('back').disabled = at === 0;
  of('next').disabled = !isLooking();
  of('undo').disabled = isLooking() || (!picked && lastDecision() < 0);
  of('hint').disabled = !legal().length;
  of('looking').hidden = !isLooking();
}

/* Updates the list in place: a click that has begun on an item stays on it. */
function showMoves() {
  const items = of('moves').children;
  while (items.length > played.length) items[played.length].remove();
  while (items.length < played.length) of('moves').append(moveItem(items.length + 1));
  played.forEach((action, i) => {
    const { player, number, sign } = positions[i + 1].last;
    const [button] = items[i].children;
    items[i].dataset.player = player;
    items[i].className = isMove(action) ? 'move' : 'measurement';
    button.setAttribute('aria-current', i + 1 === at ? 'step' : 'false');
    button.children[0].textContent = isMove(action) ? `${number} ${action}` : told(i + 1);
    button.children[1].textContent = sign;
  });
}

function moveItem(step) {
  const button = make('button', { type: 'button' }, make('span'), make('span', { class: 'sign' }));
  button.addEventListener('click', () => queue(() => go(step)));
  return make('li', {}, button);
}

/* The classical boards that are still possible, drawn while the section is open. */
function showBoards() {
  const { boards, ensemble } = now();
  const possible = of('possible');
  possible.hidden = !ensemble;
  possible.querySelector('summary').textContent = `Possible boards: ${boards.length}`;
  of('ensemble').textContent = ensemble || '';
  of('boards').replaceChildren(...(possible.open ? boards : []).map(([marks, lined]) =>
    make('div', {}, ...[...marks].map((mark, i) => {
      const player = mark === '.' ? '' : 'OX'[mark % 2];
      const isLined = lined.includes(cells[i].dataset.cell);
      return make('span', { 'data-player': player, class: isLined ? 'lined' : '' }, player);
    }))));
}

/* The analysis. */

const named = (action, position) => isMove(action) ? action : `${outcomeOf(action, position).mark} in ${position.cell}`;

/* Lists the best actions of a position: AI, CG, or 2 others. */
function listed(position, limit, type) {
  const names = position.best.map(action => named(action, position));
  if (names.length > limit) names.splice(limit - 1, Infinity, `${names.length - limit + 1} others`);
  return new Intl.ListFormat('en', { type }).format(names);
}

function showAnalysis() {
  const { value, state, turn } = now();
  const result = value ? `${value > 0 ? 'X' : 'O'} wins by ${amount(Math.abs(value))}` : 'nobody wins';
  const next = `Best for ${turn}: ${listed(now(), 8, 'unit')}.`;
  of('verdict').textContent = at && now().last.loss ? verdict() : '';
  of('outlook').textContent = state === 'over' ? '' : `With perfect play, ${result}. ${next}`;
  of('legend').hidden = !positions.some(({ last }) => last?.sign);
}

/* What the last action lost, and which actions would not have. */
function verdict() {
  const before = positions[at - 1];
  const { last: { loss, player }, value } = now();
  const wins = (player === 'X' ? value : -value) > 0 ? ' wins, but' : '';
  const action = named(played[at - 1], before);
  return `${action}${wins} lost ${amount(loss)}; ${listed(before, 3, 'disjunction')} would not have.`;
}

/* Runs the tasks one after another, because a click may come before the position that it applies to has arrived. Then
   the computer replies unless a dialog is open, after a measurement only two seconds later. */
let done = Promise.resolve();
let answering = 0;
function queue(task) {
  done = done.then(() => run(task)).catch(error => report(error));
}

async function run(task) {
  const { length } = played;
  clearTimeout(answering);
  message = '';
  of('link').hidden = true;
  if (task !== reply) {
    hinted = '';
    all('[role=alert]').forEach(alert => alert.replaceChildren());
  }
  let hasFailed = false;
  try {
    if (!positions.length && task !== fromAddress) await fromAddress();
    await task();
  } catch (error) {
    hasFailed = true;
    report(error, task);
  }
  if (!positions.length) return;
  show();
  if (played.length > length) scroll();
  if (!isAutomatic() || dialog() || (hasFailed && task === reply)) return;
  const pause = hinted || (played.length && !isMove(played.at(-1))) ? 2000 : isStill() ? 100 : 700;
  answering = setTimeout(() => queue(reply), pause);
}

/* Shows a problem where the user is looking. The address always has the whole game, so nothing is lost. */
function report(error, task) {
  const alert = of(of('chooser').open ? 'refusal' : 'problem');
  const isKnown = error instanceof Problem;
  if (!isKnown) console.error(error);
  const again = make('button', { type: 'button' }, 'Try again');
  again.addEventListener('click', () => {
    alert.replaceChildren();
    queue(task);
  });
  alert.replaceChildren(
    isKnown ? error.message : 'Something went wrong on this page. Reload it to continue this game.',
    ...(error instanceof Silence ? [' ', again] : []),
  );
}

/* The computer's actions. It shows which of two outcomes it has chosen, and measures when it is asked again. */
function reply() {
  if (!isAutomatic()) return;
  const action = hinted || chooseAction();
  hinted = hinted || now().outcomes.length < 2 ? '' : action;
  if (!hinted) return act(action, false);
  message = `The computer chose: ${becomes(action)}`;
}

/* A click or a key ends the wait for a measurement that is shown. */
for (const kind of ['click', 'keydown']) {
  document.addEventListener(kind, ({ isTrusted }) => isTrusted && hinted && isAutomatic() && queue(reply), true);
}

/* The user's actions. */

/* Shows a best choice, without making it. */
function hint() {
  picked = '';
  [hinted] = now().best;
  message = `Hint: ${isMove(hinted) ? cellsOf(hinted) : becomes(hinted)}`;
}

/* Takes back a person's last action, and what followed. */
function undo() {
  if (picked) picked = '';
  else if (lastDecision() >= 0) return takeBack(lastDecision());
}

/* Copies the address, or the record if nobody else can open the address. It is copied as a selection: the clipboard is
   closed to pages of other machines without a certificate. */
function share() {
  const [kind, text] = location.protocol.startsWith('http') ? ['Link', location.href] : ['Record', played.join(' ')];
  const link = of('link');
  link.hidden = false;
  link.value = text;
  link.select();
  link.hidden = document.execCommand('copy');
  if (link.hidden) of('share').focus();
  const says = link.hidden ? `${kind} copied` : `Copy this ${kind.toLowerCase()}:`;
  of('says').textContent = says;
  setTimeout(() => link.hidden && of('says').textContent === says && showStatus(), 4000);
}

/* Opens a dialog. In a game, it has an entry in the browser's history, so that Back closes it. */
function open(dialog) {
  dialog.showModal();
  if (isStarted) history.pushState(dialog.id, '');
}
const dialog = () => all('dialog[open]').at(-1);

/* Opens the choice of the players, from which a game starts. */
function choose() {
  open(of('chooser'));
  of('cancel').hidden = !isStarted;
  of('record').value = played.join(' ');
  select(you() || 'X');
}

let side = 'X';
function select(player) {
  side = player;
  for (const button of all('[data-side]')) button.setAttribute('aria-pressed', String(button.dataset.side === side));
}

function start(x, o) {
  Object.assign(players, { X: x, O: o });
  of('analysis').open = false;
  return enter([]);
}

/* Goes to another game, which takes the place of the dialog in the browser's history. */
function enter(tokens) {
  const isNew = history.state !== 'chooser';
  history.replaceState(null, '');
  isStarted = true;
  of('chooser').close();
  return load(tokens, isNew);
}

const clicks = {
  undo,
  hint,
  new: choose,
  rematch: () => start(players.X, players.O),
  swap: () => start(players.O, players.X),
  game: () => go(played.length),
  here: () => takeBack(at),
  review: () => {
    of('analysis').open = true;
    go(0);
  },
  back: () => go(at - 1),
  next: () => go(at + 1),
};
for (const [id, task] of Object.entries(clicks)) of(id).addEventListener('click', () => queue(task));
for (const button of all('[data-level]')) {
  const { level } = button.dataset;
  button.addEventListener('click', () => queue(() => side === 'X' ? start('person', level) : start(level, 'person')));
}
for (const button of all('[data-side]')) button.addEventListener('click', () => select(button.dataset.side));
of('share').addEventListener('click', share);
for (const button of all('.help')) button.addEventListener('click', () => queue(() => open(of('help'))));
for (const dialog of all('dialog')) {
  dialog.addEventListener('close', () => {
    if (history.state === dialog.id) history.back();
    else if (!isStarted) queue(() => {});
  });
}
of('possible').addEventListener('toggle', () => positions.length && showBoards());
of('load').addEventListener('submit', event => {
  event.preventDefault();
  queue(async () => enter(await actionsOf(of('record').value)));
});

/* The next cell in the direction of an arrow. */
const ways = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };
function roam(key, from) {
  const to = from + ways[key];
  const isSameRow = Math.floor(from / 3) === Math.floor(to / 3);
  if (isSameRow || Math.abs(ways[key]) === 3) cells[to]?.focus();
}

const steps = { ArrowLeft: clicks.back, ArrowRight: clicks.next, Home: () => go(0), End: clicks.game };

/* A click doesn't move the focus to a cell, where the arrow keys would move from cell to cell. */
of('cells').addEventListener('mousedown', event => event.preventDefault());

document.addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.('input') || dialog()) return;
  const focused = cells.indexOf(document.activeElement);
  const name = event.key.toUpperCase();
  const ids = { Backspace: 'undo', Escape: picked && 'undo' };
  const target = of(ids[event.key] || '') || document.querySelector(
    /^[A-I]$/.test(name) ? `[data-cell=${name}]` : /^[1-9]$/.test(name) ? `[data-choice="${name}"]` : 'none');
  if (focused >= 0 && ways[event.key]) roam(event.key, focused);
  else if (steps[event.key]) queue(steps[event.key]);
  else if (target) target.click();
  else return;
  event.preventDefault();
});
addEventListener('error', ({ error }) => report(error));
addEventListener('unhandledrejection', ({ reason }) => report(reason));
addEventListener('popstate', ({ state }) => {
  const open = dialog();
  if (open && open.id !== state) open.close();
  if (!open || !state) queue(fromAddress);
});
connect(factsOf);
queue(fromAddress);
