/* The game: its positions, who plays it, and its address. The facts about a position include what is legal and what
   perfect play achieves, because the scripts don't know the rules. */

const PLAYERS = ['X', 'O'];
export const isMove = action => action.length === 2;
const other = player => player === 'X' ? 'O' : 'X';

/* An error that the page explains to the user. Any other error is a bug in a script. */
export class Problem extends Error {}

/* The server did not answer, so the user can try the task again. */
export class Silence extends Problem {}

/* Positions, by record. page.js says where their facts come from: in the single-file page, this module has a `data:`
   address, and can't import another. */

const known = new Map();
let factsOf;

export function connect(source) {
  factsOf = source;
}

async function asked(record) {
  const facts = await factsOf(record);
  if (facts.column) throw new Problem(`Character ${facts.column}: ${facts.error}.`, { cause: facts });
  if (facts.error) throw new (facts.isSilence ? Silence : Problem)(facts.error);
  if (facts.record === undefined) {
    throw new Problem('This is a position, not a game. Enter the moves that lead to it, for example AB BE DE AE 4.');
  }
  return facts;
}

export function positionOf(tokens) {
  const record = tokens.join(' ');
  if (!known.has(record)) {
    const found = asked(record);
    found.catch(() => known.delete(record));
    known.set(record, found);
  }
  return known.get(record);
}

/* Returns the actions of a record, in any notation, or of a link. */
export async function actionsOf(text) {
  const { record } = await asked(text);
  return record ? record.split(' ') : [];
}

/* Returns the actions before an error in a record, or the actions played if the error has no place there. */
const actionsBefore = ({ cause }) =>
  cause ? actionsOf(cause.record.slice(0, cause.column - 1)).catch(actionsBefore) : played;

/* The actions played, the positions before and after each, and which of these is shown. If it is an earlier one, the
   user is looking back. */

export let played = [];
export let positions = [];
export let at = 0;

export const now = () => positions[at];
export const isLooking = () => at < played.length;
export const moveCount = step => positions[step].last?.number ?? 0;

/* Replaces the game. */
export async function load(tokens, isNew) {
  positions = await Promise.all([...Array(tokens.length + 1).keys()].map(i => positionOf(tokens.slice(0, i))));
  played = tokens;
  at = played.length;
  toAddress(isNew);
}

export const act = (action, isByPerson = true) => load([...played, action], isByPerson);

export function go(step) {
  at = Math.min(Math.max(step, 0), played.length);
}

/* Takes back what followed a position. The browser's Back returns it. */
export const takeBack = step => load(played.slice(0, step), true);

/* Who plays: a person, or the computer, which plays at random with the probability of its level. */

export const players = { X: 'person', O: 'person' };
const buttonOf = level => document.querySelector(`[data-level="${level}"]`);

export const computer = () => PLAYERS.find(player => players[player] !== 'person');
export const you = () => computer() && other(computer());
const isForced = ({ outcomes }) => outcomes.length === 1;

/* Returns true if a person has a choice there. */
const isDecision = position =>
  position.state !== 'over' && players[position.turn] === 'person' && !isForced(position);

export const lastDecision = () => positions.findLastIndex((position, step) => step < played.length && isDecision(position));

/* Returns true if the next action is not up to a person. */
export const isAutomatic = () => !isLooking() && now().state !== 'over' && !isDecision(now());

/* Returns the actions that the user may play. */
export const legal = () => !isLooking() && isDecision(now()) ? now().actions.map(({ action }) => action) : [];

/* Returns the computer's next action, or the only one. */
export function chooseAction() {
  const { turn, best, actions } = now();
  const isRandom = !isForced(now()) && Math.random() < buttonOf(players[turn]).dataset.probability;
  const from = isRandom ? actions.map(({ action }) => action) : best;
  return from[Math.floor(Math.random() * from.length)];
}

/* The address: ?o=perfect#AB.BE.DE. It always has the whole game, so nothing is lost. */

function toAddress(isNew) {
  const query = computer() ? `?${computer().toLowerCase()}=${players[computer()]}` : '';
  history[isNew ? 'pushState' : 'replaceState'](null, '', `${location.pathname}${query}#${played.join('.')}`);
}

export async function fromAddress() {
  const text = location.hash.slice(1).replace(/\.|\+|%20/g, ' ').trim();
  const query = new URLSearchParams(location.search);
  const levels = PLAYERS.map(player => query.get(player.toLowerCase()) || 'person');
  const isWrong = !levels.every(buttonOf) || !levels.includes('person');
  PLAYERS.forEach((player, i) => { players[player] = isWrong ? 'person' : levels[i]; });
  try {
    await load(await actionsOf(text));
  } catch (error) {
    if (error instanceof Silence || !(error instanceof Problem)) throw error;
    await load(await actionsBefore(error));
    throw new Problem(`This link is broken. ${error.message}`);
  }
  if (isWrong) throw new Problem('The address names an unknown player. Use ?x= or ?o= with easy, medium, or perfect.');
}
