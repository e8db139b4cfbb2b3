/* The game: its positions, who plays it, and its address. The facts about a position include what is legal and what
   perfect play achieves, because the scripts don't know the rules. */

const PLAYERS = ['X', 'O'];
const isMove = action => action.length === 2;

/* An error that the page explains to the user. Any other error is a bug in a script. */
class UserError extends Error {}

/* The actions, the positions before and after each, and the number of actions before the position that is shown. If
   more follow, the user is reviewing the game. X and O are played by a person, or by the computer at a level. */
const game = {
  actions: [],
  positions: [],
  step: 0,
  players: { X: 'person', O: 'person' },

  get position() { return this.positions[this.step]; },
  get isReviewing() { return this.step < this.actions.length; },
  get isOver() { return this.position.state === 'over'; },
  get computer() { return PLAYERS.find(player => this.players[player] !== 'person'); },
  get userSide() { return this.computer && PLAYERS.find(player => player !== this.computer); },

  /* The game in one word, which `qttt` reads: ?o=perfect#AB.BE.DE, or only its record. */
  get word() {
    const query = this.computer ? `?${this.computer.toLowerCase()}=${this.players[this.computer]}#` : '';
    return query + this.actions.join('.');
  },
};

/* Reads a record in any notation. */
function read(text) {
  const facts = fetchFacts(text);
  if (facts.error) {
    const isRecord = !['unknown_character', 'position'].includes(facts.kind);
    const what = isRecord ? '' : 'This isn\'t a record: use the letters A to I and the numbers of marks. ';
    throw new UserError(`${what}Character ${facts.column}: ${facts.error.slice(0, 200)}.`, { cause: facts });
  }
  if (facts.record === undefined) {
    throw new UserError('This is a position, not a game. Enter the moves that lead to it, for example AB BE DE AE 4.');
  }
  return facts;
}

const known = new Map();
function findPosition(actions) {
  const record = actions.join(' ');
  if (!known.has(record)) known.set(record, read(record));
  return known.get(record);
}

const splitRecord = record => record ? record.split(' ') : [];
const countMoves = step => game.positions[step].last?.number ?? 0;

/* Replaces the game. A state makes a new entry in the browser's history. */
function load(actions, state) {
  game.positions = [...Array(actions.length + 1).keys()].map(step => findPosition(actions.slice(0, step)));
  game.actions = actions;
  game.step = actions.length;
  updateAddress(state);
}

const act = (action, state) => load([...game.actions, action], state);
const actAsUser = action => act(action, { before: game.actions.join(' ') });

function go(step) {
  game.step = Math.min(Math.max(step, 0), game.actions.length);
}

const isForced = ({ outcomes }) => outcomes.length === 1;

/* Returns true if a person has a choice there. */
const isDecision = position =>
  position.state !== 'over' && game.players[position.turn] === 'person' && !isForced(position);

const findLastDecision = () =>
  game.positions.findLastIndex((position, step) => step < game.actions.length && isDecision(position));

/* Takes back a person's last action and what followed, as the browser's Back does if it leads there. */
function takeBack() {
  const actions = game.actions.slice(0, Math.max(findLastDecision(), 0));
  if (history.state?.before === actions.join(' ')) history.back();
  else load(actions);
}

/* Returns true if the next action is not up to a person. */
const isAutomatic = () => !game.isReviewing && !game.isOver && !isDecision(game.position);

/* Returns the actions that the user may play. */
const listLegal = () =>
  !game.isReviewing && isDecision(game.position) ? game.position.actions.map(({ action }) => action) : [];

/* The levels of the computer, as their buttons describe them: the name, and the probability of a random action. */
const levels = [...document.querySelectorAll('[data-level]')].map(button => button.dataset);
const findLevel = name => levels.find(({ level }) => level === name);

/* Returns the computer's next action, or the only one. */
function chooseAction() {
  const { turn, best, actions } = game.position;
  const isRandom = !isForced(game.position) && Math.random() < findLevel(game.players[turn]).probability;
  const from = isRandom ? actions.map(({ action }) => action) : best;
  return from[Math.floor(Math.random() * from.length)];
}

/* The address. It always has the whole game, so nothing is lost. */

/* Changes the browser's history, unless the page has no address of its own, for example in a frame with `srcdoc`. */
function changeHistory(method, state, address) {
  try {
    history[method](state, '', address);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function updateAddress(state) {
  const address = new URL(location);
  for (const player of PLAYERS) {
    const name = player.toLowerCase();
    if (game.players[player] === 'person') address.searchParams.delete(name);
    else address.searchParams.set(name, game.players[player]);
  }
  address.hash = game.actions.join('.');
  changeHistory(state ? 'pushState' : 'replaceState', state || history.state, address);
}

/* Reads what an address holds: who plays, and the text of a record. What a user added after the `#` of an address
   counts, too: `#?o=easy`, `##AB.CD`. */
function parseAddress(address) {
  const [end] = address.match(/[?#].*/) || [''];
  const people = { X: 'person', O: 'person' };
  const players = { ...people };
  for (const [, player, level] of end.matchAll(/[?&]([xo])=([^&#]*)/g)) players[player.toUpperCase()] = level;
  const levels = Object.values(players);
  const isKnown = levels.every(findLevel) && levels.includes('person');
  const text = end.replace(/\?[^#]*/g, '').replace(/#/g, '').replace(/\+|%20/g, ' ');
  return { players: isKnown ? players : people, isKnown, text };
}

const UNKNOWN_PLAYER = 'The address names an unknown player. Use ?x= or ?o= with easy, medium, or perfect.';

/* Opens the game in the page's address. Returns what is wrong with the address. */
function openAddress() {
  const { players, isKnown, text } = parseAddress(location.href);
  game.players = players;
  try {
    load(splitRecord(read(text).record));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The whole words before the error.
    const { record = '', column } = error.cause || {};
    load(splitRecord(read(record.slice(0, column - 1).replace(/[^\s.,;]*$/, '')).record));
    return `This link is broken. ${error.message}`;
  }
  return isKnown ? '' : UNKNOWN_PLAYER;
}
