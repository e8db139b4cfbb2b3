/* The content of the page. */

const { body } = document;
const byId = id => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const picture = byId('picture');

function make(name, attributes = {}, ...content) {
  const space = ['svg', 'g'].includes(name) ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
  const element = document.createElementNS(space, name);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

function drawBoard(board) {
  const group = make('g');
  group.innerHTML = board;
  return group;
}

/* Returns a number, or a text with points, as the page shows it. */
const formatPoints = value => String(value).replace(/0?\.5/, '\u00bd');
const formatAmount = number => `${formatPoints(number)} ${number > 1 ? 'points' : 'point'}`;
const formatList = (names, type = 'conjunction') => new Intl.ListFormat('en', { type }).format(names);
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const identify = ({ dataset }) => dataset.in + dataset.player + dataset.mark;
const identifyAll = outcome => outcome ? outcome.collapsed.map(mark => mark.join('')) : [];
const listMarks = (marks, name) => marks.filter(([cell]) => cell === name).map(([, mark]) => mark);
const findCollapsed = (board, outcome) =>
  all('.mark:not([data-spooky])', board).filter(mark => identifyAll(outcome).includes(identify(mark)));

/* Returns the outcome of a position's measurement that an action chooses. */
const findOutcome = (action, { outcomes }) => outcomes.find(outcome => outcome.action === action);

/* Says what an action fills the cell of a measurement with. */
const describeChoice = action => `${game.position.cell} becomes ${findOutcome(action, game.position).mark}`;

const nameActor = player => !game.userSide ? player : player === game.userSide ? 'you' : 'the computer';
const capitalize = text => text[0].toUpperCase() + text.slice(1);

/* Describes an action in the past tense. Nobody chooses the only outcome. */
function describeStep(step) {
  const { player, deed } = game.positions[step].last;
  const { cell, outcomes } = game.positions[step - 1];
  return outcomes.length === 1 ? `${cell} becomes ${outcomes[0].mark}` : `${capitalize(nameActor(player))} ${deed}`;
}

/* Returns the letter of a cell in which the pairs of a move and of an earlier one meet. */
const findMeeting = ({ last, spooky_marks: marks }) =>
  [...last.action].find(name => isMove(last.action) && listMarks(marks, name).length > 1);

/* The rules, each explained when it matters for the first time in a game: when, and how. */
const EXPLANATIONS = [
  [({ cycle }) => cycle.length > 1, ({ cycle, last, turn }) =>
    `It runs through ${formatList(cycle)}. ${capitalize(nameActor(last.player))} closed it, so ${nameActor(turn)} will \
choose. Every pair connected to it becomes classical.`],
  [position => findMeeting(position) && !position.cycle.length, position => {
    const cell = findMeeting(position);
    return `${formatList(listMarks(position.spooky_marks, cell))} share ${cell}. Their pairs are now entangled: they will \
become classical together.`;
  }],
  [({ last, cycle }) => isMove(last.action) && !cycle.length, ({ last: { player, number, action } }) =>
    `${player}${number} is now in ${action[0]} and in ${action[1]}: a pair of spooky marks, which will become one mark.`],
  [({ last, state }, before) => !isMove(last.action) && !isForced(before) && state !== 'over', () =>
    'The player who chooses also makes the next move.'],
];

/* Explains what happens in a step for the first time. */
function explain(step) {
  const classify = step => EXPLANATIONS.find(([matches]) => matches(game.positions[step], game.positions[step - 1]));
  const explanation = classify(step);
  for (let earlier = 1; earlier < step; earlier++) if (classify(earlier) === explanation) return '';
  return explanation ? ` ${explanation[1](game.positions[step])}` : '';
}

/* What the page shows: the position on the board, the first cell of a move, a move that would close the first cycle and
   waits for a second tap, a hint or the measurement that the computer is about to make, and a message until the user's
   next action. Whether the user has chosen who plays, the side that the user chose, and the timer of the computer. */
const view = {
  position: null,
  picked: '',
  warned: '',
  isTouched: false,
  hinted: '',
  message: '',
  isStarted: false,
  side: 'X',
  timer: 0,
};

function show() {
  const { position } = game;
  const { board, title, description, state, record, turn } = position;
  if (position !== view.position) {
    const before = game.positions[game.step - 1] === view.position && view.position;
    view.picked = view.warned = '';
    view.position = position;
    Object.assign(body.dataset, { record, state, turn: turn || '' });
    picture.replaceChildren(drawBoard(board));
    picture.setAttribute('aria-label', `${formatPoints(title)} ${description}`);
    preview();
    showLast();
    if (before) glide(drawBoard(before.board), picture.firstChild);
  }
  showPlayers();
  showCells();
  showStatus();
  showPick();
  showOutcomes();
  showResult();
  showControls();
  showMoves();
  showBoards();
  showAnalysis();
  if (!view.isStarted && !byId('chooser').open) choose();
}

/* Brings what a player needs next into view. */
function scroll() {
  if (!game.step) scrollTo(0, 0);
  for (const id of ['outcomes', 'result', 'table']) byId(id).scrollIntoView({ block: 'nearest' });
}

/* Highlights the marks of the last action. */
function showLast() {
  const { step, actions, positions, position } = game;
  const outcome = step && findOutcome(actions[step - 1], positions[step - 1]);
  const marks = outcome ? findCollapsed(picture, outcome) : all(`[data-spooky="${position.last?.number}"]`, picture);
  marks.forEach(mark => { mark.dataset.last = ''; });
}

const locate = mark => ['cx', 'cy'].map(name => Number(mark.querySelector('circle').getAttribute(name)));
function locateCell(name) {
  const i = 'ABCDEFGHI'.indexOf(name);
  return [100 + 200 * (i % 3), 100 + 200 * Math.floor(i / 3)];
}

/* Animates each mark that becomes classical from its old place to its new one. */
function glide(before, after) {
  if (isStill()) return;
  const time = { duration: 1000, easing: 'cubic-bezier(.3,0,.2,1)' };
  for (const mark of all('.mark:not([data-spooky])', after)) {
    const spooky = all('[data-spooky]', before).find(earlier => identify(earlier) === identify(mark));
    if (!spooky) continue;
    const to = locateCell(mark.dataset.in);
    const place = ([x, y], scale) => `translate(${x}px,${y}px) scale(${scale}) translate(${-to[0]}px,${-to[1]}px)`;
    mark.animate([{ transform: place(locate(spooky), 0.35) }, { transform: place(to, 1) }], time);
  }
}

function showPlayers() {
  for (const strip of all('.player')) {
    const { player } = strip.dataset;
    const level = game.players[player];
    strip.classList.toggle('next', player === game.position.turn);
    strip.querySelector('.who').textContent = level !== 'person' ? `Computer (${level})` : game.userSide ? 'You' : player;
    strip.querySelector('output').textContent = formatPoints(game.position[player.toLowerCase()]);
  }
  byId('table').dataset.below = game.userSide || 'X';
}

function showStatus() {
  const { step, actions, isReviewing, userSide } = game;
  // Everything the computer did since the person's last action, or just the last action.
  const first = userSide ? Math.min(findLastDecision() + 2, step) : step;
  const steps = [...actions.keys()].map(i => i + 1).filter(i => i >= first && i <= step);
  byId('says').textContent = view.message || (isReviewing ? describePlace() : instruct());
  byId('note').textContent =
    isReviewing ? '' : steps.map(step => `${describeStep(step)}.${explain(step)}`).join(' ') || 'The board is empty.';
}

/* Describes the position that the user is reviewing. */
function describePlace() {
  const { step, actions } = game;
  if (!step) return 'Start of the game.';
  const place = isMove(actions[step - 1]) ? 'Move' : 'After move';
  return `${place} ${countMoves(step)} of ${countMoves(actions.length)}: ${describeStep(step)}.`;
}

/* Returns an instruction for the user. */
function instruct() {
  const { isOver, players, userSide, step } = game;
  const { state, turn, outcomes } = game.position;
  if (isOver) return 'The game is over';
  if (outcomes.length === 1) return 'Only one outcome is possible';
  if (players[turn] !== 'person') return `The computer is choosing ${state === 'measure' ? 'an outcome' : 'a move'}`;
  if (state === 'measure') return `${userSide ? 'Choose' : `${turn} chooses`} the outcome`;
  if (view.picked) return `Now pick the second cell, or ${view.picked} again to cancel`;
  const mark = turn + (countMoves(step) + 1);
  const [action] = listLegal();
  return action[0] === action[1]
    ? `Only one cell is left: pick ${action[0]} for ${mark}`
    : `Pick two cells for ${mark}`;
}

/* The cells, and the first cell of a move. */

const cells = [...'ABCDEFGHI'].map(name => {
  const cell = make('button', { type: 'button', 'data-cell': name });
  cell.addEventListener('pointerdown', ({ pointerType }) => { view.isTouched = pointerType === 'touch'; });
  cell.addEventListener('click', () => run(() => pick(name)));
  cell.addEventListener('pointerenter', () => showPick(name));
  cell.addEventListener('pointerleave', () => showPick());
  return cell;
});
byId('cells').append(...cells);

function showCells() {
  const { state, classical_marks: classical, spooky_marks: spooky } = game.position;
  for (const cell of cells) {
    const name = cell.dataset.cell;
    const kinds = [['classical', listMarks(classical, name)], ['spooky', [...new Set(listMarks(spooky, name))]]];
    const inside = kinds.filter(([, marks]) => marks.length).map(([kind, marks]) => `, ${kind} ${formatList(marks)}`);
    cell.setAttribute('aria-label', name + inside);
    // Tab leads from the board to the outcomes.
    cell.tabIndex = state === 'measure' ? -1 : 0;
    cell.setAttribute('aria-pressed', String(name === view.picked));
    cell.setAttribute('aria-disabled', String(!listLegal().some(action => isMove(action) && action.includes(name))));
  }
}

function pick(name) {
  const { state, turn, classical_marks: classical } = game.position;
  const [mark] = listMarks(classical, name);
  const action = findMove(name);
  const isFirstCycle = action && closesCycle(action) && !game.positions.some(({ cycle }) => cycle.length);
  if (isFirstCycle && view.isTouched && view.warned !== action) view.warned = action;
  else if (action) actAsUser(action);
  else if (game.isReviewing) view.message = 'First choose Back to the game or Play from here.';
  else if (game.isOver || game.players[turn] !== 'person') return;
  else if (state === 'measure') view.message = 'Choose one of the two pictures.';
  else if (mark) view.message = `${name} already holds ${mark}; pick a free cell.`;
  else view.picked = view.picked === name ? '' : name;
}

const closesCycle = action => findPosition([...game.actions, action]).cycle.length > 1;

/* Returns the legal move that a cell completes. */
const findMove = name =>
  listLegal().find(action => [name + name, view.picked + name, name + view.picked].includes(action));

/* Draws the mark in the first cell of a move, or the pair if it is a hint, or if the second cell is pointed at or tapped
   for the first time. */
function showPick(hovered = '') {
  const { picked, hinted, warned, message } = view;
  all('.pick').forEach(group => group.remove());
  const pair = warned || listLegal().find(action => isMove(action) && action === hinted) || (hovered && findMove(hovered));
  // Without a second cell, any move shows the picked one.
  const action = pair || (picked && listLegal().find(action => action.includes(picked)));
  if (!action) return;
  const { board, turn } = findPosition([...game.actions, action]);
  const number = String(countMoves(game.step) + 1);
  const isShown = part => part.dataset.mark === number && (pair || part.dataset.in === picked);
  const parts = all('[data-mark]', drawBoard(board)).filter(isShown);
  if (!pair) parts.forEach(part => part.classList.remove('cycle'));
  picture.append(make('g', { class: 'pick' }, ...parts));
  if (pair && closesCycle(pair)) {
    const again = warned && `: tap ${warned.replace(picked, '')} again`;
    byId('says').textContent =
      `${hinted && 'Hint: '}${formatList([...pair])} close a cycle; ${nameActor(turn)} will choose${again}`;
  } else if (!message) byId('says').textContent = instruct();
}

/* A measurement: a card for each outcome. A key that chooses one moves the focus to the board. */

function showOutcomes() {
  const { step, actions, isReviewing, position } = game;
  byId('outcomes').replaceChildren(...position.outcomes.map(outcome => {
    const viewBox = picture.getAttribute('viewBox');
    const others = outcome.collapsed.filter(([cell]) => cell !== position.cell).map(mark => mark.join(' becomes '));
    const board = make('svg', { viewBox, role: 'img', 'aria-label': others.join(', ') }, drawBoard(outcome.board));
    const card = make('button', { type: 'button', class: 'card', 'data-choice': outcome.action },
      make('strong', {}, describeChoice(outcome.action)), make('span', {}, formatPoints(outcome.result)), board);
    card.classList.toggle('chosen', isReviewing && actions[step] === outcome.action);
    card.classList.toggle('hinted', view.hinted === outcome.action);
    card.disabled = !listLegal().includes(outcome.action);
    for (const name of ['pointerenter', 'focus']) card.addEventListener(name, () => preview(outcome));
    for (const name of ['pointerleave', 'blur']) card.addEventListener(name, () => preview());
    card.addEventListener('click', ({ detail }) => {
      const isByKey = !detail && document.activeElement === card;
      run(() => listLegal().includes(outcome.action) && actAsUser(outcome.action));
      if (isByKey) (cells.find(cell => cell.matches('[aria-disabled=false]')) || cells[0]).focus();
    });
    return card;
  }));
}

/* Shows on the board where each mark settles. */
function preview(outcome) {
  all('.preview', picture).forEach(group => group.remove());
  picture.append(make('g', { class: 'preview' }, ...outcome ? findCollapsed(drawBoard(outcome.board), outcome) : []));
  picture.classList.toggle('previewed', Boolean(outcome));
  for (const mark of all('[data-spooky]', picture)) {
    mark.classList.toggle('settles', identifyAll(outcome).includes(identify(mark)));
  }
}

function showResult() {
  const { userSide, isOver } = game;
  const { x, o, winner, reason } = game.position;
  const score = winner && userSide ? (userSide === 'X' ? [x, o] : [o, x]) : [Math.max(x, o), Math.min(x, o)];
  const who = !winner ? 'Nobody wins' : !userSide ? `${winner} wins` : winner === userSide ? 'You win' : 'You lose';
  byId('result').hidden = !isOver;
  byId('score').dataset.player = winner || '';
  byId('score').textContent = `${who}, ${score.map(formatPoints).join(' \u2013 ')}`;
  byId('reason').textContent = reason || '';
}

function showControls() {
  byId('back').disabled = game.step === 0;
  byId('next').disabled = !game.isReviewing;
  byId('undo').disabled = game.isReviewing || (!view.picked && findLastDecision() < 0);
  byId('hint').disabled = !listLegal().length;
  byId('reviewing').hidden = !game.isReviewing;
}

/* Updates the list in place: a click that has begun on an item stays on it. */
function showMoves() {
  const { actions, positions } = game;
  const items = byId('moves').children;
  while (items.length > actions.length) items[actions.length].remove();
  while (items.length < actions.length) byId('moves').append(makeItem(items.length + 1));
  actions.forEach((action, i) => {
    const { player, number, sign } = positions[i + 1].last;
    const [button] = items[i].children;
    items[i].dataset.player = player;
    items[i].className = isMove(action) ? 'move' : 'measurement';
    button.setAttribute('aria-current', i + 1 === game.step ? 'step' : 'false');
    button.children[0].textContent = isMove(action) ? `${number} ${action}` : describeStep(i + 1);
    button.children[1].textContent = byId('analysis').open ? sign : '';
  });
}

function makeItem(step) {
  const button = make('button', { type: 'button' }, make('span'), make('span', { class: 'sign' }));
  button.addEventListener('click', () => run(() => go(step)));
  return make('li', {}, button);
}

/* The classical boards that are still possible, drawn while the section is open. */
function showBoards() {
  const { boards, ensemble } = game.position;
  const possible = byId('possible');
  possible.hidden = !ensemble;
  possible.querySelector('summary').textContent = `Possible boards: ${boards.length}`;
  byId('ensemble').textContent = ensemble || '';
  byId('boards').replaceChildren(...(possible.open ? boards : []).map(({ players, lined }) =>
    make('div', {}, ...players.map((player, i) => {
      const isLined = lined.includes(cells[i].dataset.cell);
      return make('span', { 'data-player': player || '', class: isLined ? 'lined' : '' }, player || '');
    }))));
}

/* The analysis. */

const nameAction = (action, position) =>
  isMove(action) ? action : `${findOutcome(action, position).mark} in ${position.cell}`;

/* Lists the best actions of a position: AI, CG, or 2 others. */
function listBest(position, limit, type) {
  const names = position.best.map(action => nameAction(action, position));
  if (names.length > limit) names.splice(limit - 1, Infinity, `${names.length - limit + 1} others`);
  return formatList(names, type);
}

function showAnalysis() {
  const { value, turn, last } = game.position;
  const result = value ? `${value > 0 ? 'X' : 'O'} wins by ${formatAmount(Math.abs(value))}` : 'nobody wins';
  const next = `Best for ${turn}: ${listBest(game.position, 8, 'unit')}.`;
  byId('verdict').textContent = last?.loss ? describeLoss() : '';
  byId('outlook').textContent = game.isOver ? '' : `With perfect play, ${result}. ${next}`;
  byId('legend').hidden = !game.positions.some(({ last }) => last?.sign);
}

/* What the last action lost, and which actions would not have. */
function describeLoss() {
  const before = game.positions[game.step - 1];
  const { last: { loss, player, action }, value } = game.position;
  const wins = (player === 'X' ? value : -value) > 0 ? ' wins, but' : '';
  const best = listBest(before, 3, 'disjunction');
  return `${nameAction(action, before)}${wins} lost ${formatAmount(loss)}; ${best} would not have.`;
}
