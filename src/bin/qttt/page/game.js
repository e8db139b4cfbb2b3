/* The game: its positions, who plays it, and its address. The facts about a position include what is legal and what
   perfect play achieves, because the scripts don't know the rules. */

const OPPONENTS = { X: 'O', O: 'X' };
const isMove = action => action.length === 2;

/* The actions, the positions before and after each, and the number of actions before the position that is shown. If
   more follow, the user is reviewing the game. The computer has a side and a level, unless two people play. */
const game = {
  actions: [],
  positions: [],
  step: 0,
  computer: {},

  get position() { return this.positions[this.step]; },
  get before() { return this.positions[this.step - 1]; },
  get isReviewing() { return this.step < this.actions.length; },
  get isOver() { return this.position.state === 'over'; },
  get userSide() { return OPPONENTS[this.computer.side]; },
};

/* Describes an error in a record or a link. The end of a link is read, so a place there means nothing to the user. */
function describeError({ kind, column, error }, isLink) {
  const message = error.slice(0, 200);
  if (isLink) return `This link is broken: ${message}.`;
  const isRecord = !['unknown_character', 'position'].includes(kind);
  const what = isRecord ? '' : 'This isn\'t a record: use the letters A to I and the numbers of marks. ';
  return `${what}Character ${column}: ${message}.`;
}

const known = new Map();
function findPosition(actions) {
  const record = actions.join(' ');
  if (!known.has(record)) known.set(record, fetchFacts(record));
  return known.get(record);
}

/* Replaces the game. An entry is added to the browser's history: a game, with the record before the person's action
   that led to it if there is one, or an open dialog. Without an entry, the last one changes. */
function load(actions, entry) {
  game.positions = [...Array(actions.length + 1).keys()].map(step => findPosition(actions.slice(0, step)));
  game.actions = actions;
  game.step = actions.length;
  updateAddress(entry);
}

const act = (action, entry) => load([...game.actions, action], entry);
const actAsUser = action => act(action, { kind: 'game', before: game.actions.join(' ') });

const go = step => { game.step = step; };

/* Returns true if a person has a choice there. Nobody chooses the only outcome. */
const isDecision = ({ state, turn, outcomes }) =>
  state !== 'over' && turn !== game.computer.side && outcomes.length !== 1;

const findLastDecision = () =>
  game.positions.findLastIndex((position, step) => step < game.actions.length && isDecision(position));

/* Takes back a person's last action and what followed, as the browser's Back does if it leads there. */
function takeBack() {
  const actions = game.actions.slice(0, findLastDecision());
  if (history.state?.before === actions.join(' ')) history.back();
  else load(actions);
}

/* Returns true if the next action is not up to a person. */
const isAutomatic = () => !game.isReviewing && !game.isOver && !isDecision(game.position);

/* Returns the actions that the user may play. */
const listLegal = () => !game.isReviewing && isDecision(game.position) ? game.position.legal : [];

/* The levels of the computer, as their buttons describe them: the name, and the probability of a random action. */
const levels = [...document.querySelectorAll('[data-probability]')].map(({ dataset }) => dataset);
const findLevel = name => levels.find(({ level }) => level === name);

/* Returns the computer's next action, or the only one. */
function chooseAction() {
  const { legal, best } = game.position;
  const from = Math.random() < findLevel(game.computer.level)?.probability ? legal : best;
  return from[Math.floor(Math.random() * from.length)];
}

/* The address. It always has the whole game, so nothing is lost. */

/* Changes the browser's history, unless the page has no address of its own, for example in a frame with `srcdoc`. */
function changeHistory(method, entry, address) {
  try {
    history[method](entry, '', address);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function updateAddress(entry) {
  const address = new URL(location);
  const { side, level } = game.computer;
  for (const name of ['x', 'o']) address.searchParams.delete(name);
  if (side) address.searchParams.set(side.toLowerCase(), level);
  address.hash = game.actions.join('.');
  changeHistory(entry ? 'pushState' : 'replaceState', entry || history.state, address);
}

/* Returns the end of an address as a link that the library reads. The address of a game without actions has no #, and
   a user may have added something after a #. */
function extractLink(address) {
  const [end] = address.replace('#?', '?').match(/[?#].*/) || [''];
  return `?${end}${end.includes('#') ? '' : '#'}`;
}

/* Returns the computer's side and level in a link, or null if they are unknown. */
function findComputer(link) {
  const [[, side, level] = [], ...others] = link.matchAll(/[?&]([xo])=([^&#]*)/g);
  if (!side) return {};
  return findLevel(level) && !others.length ? { side: side.toUpperCase(), level } : null;
}

const UNKNOWN_PLAYER = `The address names an unknown player. Use ?x= or ?o= with one of these levels: \
${levels.map(({ level }) => level).join(', ')}.`;
