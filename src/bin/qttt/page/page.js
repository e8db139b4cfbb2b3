/* The content of the page. */

const byId = id => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const picture = byId('picture');

const formatList = names => new Intl.ListFormat('en').format(names);
const isTouched = () => document.body.dataset.input === 'touch';
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/* The marks in a cell, as they are named. */
const nameMark = number => `${number % 2 ? 'X' : 'O'}${number}`;
const listClassical = ({ cells }, name) => [cells['ABCDEFGHI'.indexOf(name)]].filter(Number).map(nameMark);
const listSpooky = ({ spooky }, name) =>
  spooky.filter(({ cells }) => cells.includes(name)).map(({ mark }) => nameMark(mark));

/* Returns the outcome of a position's measurement that an action chooses. */
const findOutcome = (action, { outcomes }) => outcomes.find(outcome => outcome.action === action);

/* Returns the marks that an outcome makes classical, as a board shows them before or after the measurement. */
const findCollapsed = ({ collapsed }, board) => collapsed.map(([cell, mark]) =>
  all(`.mark[data-in=${cell}]`, board).find(({ dataset }) => dataset.player + dataset.mark === mark));

const describeChoice = action => findOutcome(action, game.position).choice;

const nameActor = player => !game.userSide ? player : player === game.userSide ? 'you' : 'the computer';
const capitalize = text => text[0].toUpperCase() + text.slice(1);

/* Describes an action in the past tense. Nobody chooses the only outcome. */
function describeStep(step) {
  const { player, deed } = game.positions[step].last;
  const { outcomes } = game.positions[step - 1];
  return outcomes.length === 1 ? outcomes[0].choice : `${capitalize(nameActor(player))} ${deed}`;
}

/* The rules. Each function explains one of them if a position shows it. The first that does counts. */
const LESSONS = [
  ({ cycle, last, turn }) => cycle.length > 1 &&
    `Its cells are ${formatList(cycle)}. ${capitalize(nameActor(turn))} will choose, because ${nameActor(last.player)} \
closed it. All pairs connected to it become classical.`,
  position => {
    const meeting = [...position.last.action].find(name => listSpooky(position, name).length > 1);
    return meeting && !position.cycle.length &&
      `${formatList(listSpooky(position, meeting))} share ${meeting}. Their cells are now entangled: \
the pairs will become classical together.`;
  },
  ({ moves, last, cycle }) => isMove(last.action) && !cycle.length &&
    `${last.player}${moves} is now in ${last.action[0]} and in ${last.action[1]}: a pair of spooky marks, which will \
become one mark.`,
  ({ state }, { outcomes }) => outcomes.length > 1 && state !== 'over' &&
    'The player who chooses also makes the next move.',
];

/* Explains what happens in a step for the first time. */
function explain(step) {
  const teach = (lesson, step) => lesson(game.positions[step], game.positions[step - 1]);
  const findLesson = step => LESSONS.find(lesson => teach(lesson, step));
  const lesson = findLesson(step);
  for (let earlier = 1; earlier < step; earlier++) if (findLesson(earlier) === lesson) return '';
  return lesson ? ` ${teach(lesson, step)}` : '';
}

/* What the page shows. */
const view = {
  position: null, // on the board
  picked: '', // the first cell of a move
  tapped: '', // waits for another tap: the second cell of a move that would close the first cycle, or an outcome
  hinted: '', // the action of a hint
  pending: '', // the measurement that the computer is about to make
  message: '', // until the user's next action
  isStarted: false, // once the user has chosen who plays
  cards: '', // the outcomes
  timer: 0, // of the computer's next action
};
const hasPicked = () => Boolean(view.picked || view.tapped);
const unpick = () => Object.assign(view, { picked: '', tapped: '' });

function show() {
  if (game.position !== view.position) showBoard();
  showPlayers();
  showCells();
  showStatus();
  showPick();
  showOutcomes();
  showResult();
  showControls();
  showMoves();
  showPossible();
  showAnalysis();
  if (!view.isStarted && !byId('chooser').open) choose();
}

/* Brings what a player needs next into view. */
function scroll() {
  if (!game.step) document.querySelector('header').scrollIntoView();
  for (const id of ['note', 'outcomes', 'says', 'table', 'after']) byId(id).scrollIntoView({ block: 'nearest' });
}

/* Shows another position on the board, with the marks of the last action highlighted. */
function showBoard() {
  const { step, actions, before, position } = game;
  const { board, description, state, record, turn, moves } = position;
  const outcome = step && findOutcome(actions[step - 1], before);
  const isNext = outcome && before === view.position;
  const places = isNext ? findCollapsed(outcome, picture).map(mark => mark.getBBox()) : [];
  view.position = position;
  unpick();
  Object.assign(document.body.dataset, { record, state, turn: turn || '' });
  byId('marks').innerHTML = board;
  picture.setAttribute('aria-label', description);
  const last = outcome ? findCollapsed(outcome, picture) : all(`[data-spooky="${moves}"]`, picture);
  for (const mark of last) mark.dataset.last = '';
  if (!isStill()) places.forEach((place, i) => glide(last[i], place));
}

/* Animates a mark from its old place to its new one. */
function glide(mark, from) {
  const to = mark.getBBox();
  const start = `translate(${from.x}px,${from.y}px) scale(${from.width / to.width}) translate(${-to.x}px,${-to.y}px)`;
  mark.animate({ transform: [start, 'none'] }, { duration: 1000, easing: 'cubic-bezier(.3,0,.2,1)' });
}

function showPlayers() {
  const { computer, userSide, position } = game;
  for (const strip of all('.player')) {
    const { player } = strip.dataset;
    const person = userSide ? 'You' : player;
    strip.querySelector('.who').textContent = player === computer.side ? `Computer (${computer.level})` : person;
    strip.querySelector('output').textContent = position.points[player];
  }
  byId('table').dataset.below = userSide || 'X';
}

/* Says a text in a region that is read out, unless it is there already. */
function say(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

/* Says what happened, what would have been better, and what to do, which is read out in this order. */
function showStatus(hovered) {
  const { step, actions, before, isReviewing, userSide, position: { last } } = game;
  // Everything the computer did since the person's last action, or just the last action.
  const first = userSide ? Math.min(findLastDecision() + 2, step) : step;
  const steps = isReviewing ? [] : [...actions.keys()].map(i => i + 1).slice(first - 1);
  const happened = steps.map(step => `${describeStep(step)}.${explain(step)}`).join(' ');
  const isLossShown = byId('analysis').open && last?.sign;
  say('note', view.tapped ? 'Tap elsewhere to cancel.' : happened);
  say('verdict', isLossShown ? `Points lost by ${last.action}: ${last.loss}. Better: ${before.best.join(' ')}.` : '');
  say('says', view.message || (isReviewing ? describePlace() : instruct(hovered)));
}

/* Describes the position that the user is reviewing. */
function describePlace() {
  const { step, actions, positions, position } = game;
  if (!step) return 'Start of the game.';
  const place = isMove(actions[step - 1]) ? 'Move' : 'After move';
  return `${place} ${position.moves} of ${positions.at(-1).moves}: ${describeStep(step)}.`;
}

/* Returns an instruction for the user, whose pointer may be on a cell. */
function instruct(hovered) {
  const { isOver, computer, userSide, position: { state, turn, moves, outcomes } } = game;
  const { picked, tapped } = view;
  if (isOver) return 'The game is over';
  if (outcomes.length === 1) return 'Only one outcome is possible';
  if (turn === computer.side) return `The computer is choosing ${state === 'measure' ? 'an outcome' : 'a move'}`;
  if (state === 'measure' && tapped) return `${describeChoice(tapped)}: tap again`;
  if (state === 'measure') return `${userSide ? 'Choose' : `${turn} chooses`} the outcome`;
  const cycle = announceCycle(findMove(tapped || hovered));
  if (cycle) return cycle + (tapped ? `: tap ${tapped} again` : '');
  if (picked) return `Now pick the second cell, or ${picked} again to cancel`;
  const mark = `${turn}${moves + 1}`;
  const [[first, second]] = listLegal();
  return first === second ? `Only one cell is free: pick ${first} for ${mark}` : `Pick two cells for ${mark}`;
}

/* Says who will choose if a move closes a cycle. */
function announceCycle(move) {
  const { cycle, turn } = move ? findPosition([...game.actions, move]) : { cycle: [] };
  return cycle.length > 1 ? `${formatList([...move])} close a cycle; ${nameActor(turn)} will choose` : '';
}

/* The cells, and the first cell of a move. */

byId('cells').innerHTML = [...'ABCDEFGHI'].map(name => `<button data-cell="${name}"></button>`).join('');

function showCells() {
  for (const cell of all('[data-cell]')) {
    const name = cell.dataset.cell;
    const classical = listClassical(game.position, name).map(mark => `classical ${mark}`);
    const spooky = listSpooky(game.position, name).map(mark => `spooky ${mark}`);
    cell.setAttribute('aria-label', [name, ...classical, ...spooky].join(', '));
    // Tab leads from the board to the outcomes.
    cell.tabIndex = game.position.state === 'measure' ? -1 : 0;
    cell.setAttribute('aria-pressed', name === view.picked);
    cell.setAttribute('aria-disabled', !listLegal().some(action => isMove(action) && action.includes(name)));
  }
}

/* Returns the legal move that a cell completes. If only one cell is left, it does so alone. */
function findMove(name) {
  const first = view.picked || name;
  return listLegal().find(action => [first + name, name + first].includes(action));
}

/* Returns the best action in place of the last one if that lost points and the user reviews the analysis. */
function findBetter() {
  const { isReviewing, isOver, before, position: { last } } = game;
  return byId('analysis').open && (isReviewing || isOver) && last?.sign ? before.best[0] : '';
}

/* Draws the mark in the first cell of a move, or the pair if the second cell is pointed at or tapped for the first
   time, or if the move is a hint or was better. */
function showPick(hovered) {
  const { picked, tapped, hinted } = view;
  const better = findBetter();
  const pair = [better, hinted].find(isMove) || findMove(tapped || hovered);
  // Without a second cell, any move shows the picked one.
  const move = pair || (picked && listLegal().find(action => isMove(action) && action.includes(picked)));
  byId('pick').replaceChildren();
  if (!move) return;
  const before = better ? game.actions.slice(0, game.step - 1) : game.actions;
  const { board, moves } = findPosition([...before, move]);
  byId('pick').innerHTML = board;
  const parts = all(`[data-mark="${moves}"]`, byId('pick')).filter(({ dataset }) => pair || dataset.in === picked);
  if (!pair) parts.forEach(part => part.classList.remove('cycle'));
  byId('pick').replaceChildren(...parts);
}

/* Shows a card for each outcome of a measurement, or for the better one. A card that was tapped stays. */
function showOutcomes() {
  const { step, actions, before, isReviewing, position } = game;
  const better = findBetter() && findOutcome(findBetter(), before);
  const { cell, outcomes } = better ? { ...before, outcomes: [better] } : position;
  const cards = outcomes.map(({ action, choice, collapsed, result, board }) => {
    const others = collapsed.filter(([name]) => name !== cell).map(mark => mark.join(' becomes '));
    return `<button data-choice="${action}">
      <strong>${choice}</strong><span>${result}</span>
      <svg viewBox="${picture.getAttribute('viewBox')}" role="img" aria-label="${others.join(', ')}">${board}</svg>
    </button>`;
  }).join('');
  if (view.cards !== cards) byId('outcomes').innerHTML = view.cards = cards;
  const chosen = better ? better.action : isReviewing ? actions[step] : view.hinted || view.pending || view.tapped;
  for (const card of all('[data-choice]')) {
    card.classList.toggle('chosen', card.dataset.choice === chosen);
    card.disabled = !listLegal().includes(card.dataset.choice);
  }
  preview(view.tapped);
}

/* Shows on the board where each mark ends up if an action is chosen. */
function preview(action) {
  const outcome = findOutcome(action, game.position);
  byId('preview').innerHTML = outcome ? outcome.board : '';
  byId('preview').replaceChildren(...outcome ? findCollapsed(outcome, byId('preview')) : []);
  picture.classList.toggle('previewed', Boolean(outcome));
  all('.settles', picture).forEach(mark => mark.classList.remove('settles'));
  if (outcome) findCollapsed(outcome, byId('marks')).forEach(mark => mark.classList.add('settles'));
}

function showResult() {
  const { userSide, isOver, computer, position: { points: { X, O }, winner, reason } } = game;
  const score = (userSide || winner) === 'O' ? [O, X] : [X, O];
  const who = !winner ? 'Nobody wins' : !userSide ? `${winner} wins` : winner === userSide ? 'You win' : 'You lose';
  byId('score').dataset.player = winner || '';
  byId('score').textContent = isOver ? `${who}, ${score.join(' \u2013 ')}` : '';
  byId('reason').textContent = reason;
  byId('rematch').textContent = userSide ? `Rematch as ${computer.side}` : 'Rematch';
}

/* A button that is off keeps the focus. */
function showControls() {
  const areOff = {
    back: game.step === 0,
    next: !game.isReviewing,
    undo: game.isReviewing || (!hasPicked() && findLastDecision() < 0),
    hint: !listLegal().length,
  };
  for (const [id, isOff] of Object.entries(areOff)) byId(id).setAttribute('aria-disabled', isOff);
  byId('reviewing').hidden = !game.isReviewing;
}

/* Updates the list in place: a click that has begun on an item stays on it. */
function showMoves() {
  const { actions, positions, step } = game;
  const items = byId('moves').children;
  while (items.length > actions.length) items[actions.length].remove();
  while (items.length < actions.length) byId('moves').insertAdjacentHTML('beforeend', '<li><button></button></li>');
  actions.forEach((action, i) => {
    const { moves, last: { player, sign } } = positions[i + 1];
    const [button] = items[i].children;
    items[i].dataset.player = player;
    items[i].classList.toggle('measurement', !isMove(action));
    button.dataset.step = i + 1;
    button.setAttribute('aria-current', i + 1 === step ? 'step' : 'false');
    const name = isMove(action) ? `${player}${moves} ${action}` : describeStep(i + 1);
    button.textContent = name + (byId('analysis').open ? sign : '');
  });
}

/* Shows the classical boards that are still possible. */
function showPossible() {
  const { boards, ensemble } = game.position;
  const drawCell = ([player, isLined]) =>
    `<span data-player="${player || ''}" class="${isLined ? 'lined' : ''}">${player || ''}</span>`;
  byId('possible').hidden = !ensemble;
  byId('possible').firstElementChild.textContent = `Possible boards: ${boards.length}`;
  byId('ensemble').textContent = ensemble;
  byId('boards').innerHTML = boards.map(board => `<div>${board.map(drawCell).join('')}</div>`).join('');
}

/* Says what each side lost in the game, and what perfect play gives now. */
function showAnalysis() {
  const { positions, userSide, computer: { side }, position: { outlook } } = game;
  const who = userSide ? ` The person played ${userSide}, and the computer ${side}.` : '';
  byId('lost').textContent = `${positions.at(-1).lost}.${who}`;
  byId('outlook').textContent = outlook;
}
