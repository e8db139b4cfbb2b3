/* Games of quantum tic-tac-toe. Positions and their pictures come from the page itself or from its server. The server
   also says what is legal and what perfect play achieves, because the script doesn't know the rules. */

const body = document.body;
const isServed = body.dataset.source === 'server';
const of = id => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

const make = (name, attributes = {}, ...content) => fill(document.createElement(name), attributes, content);
const shape = (name, attributes = {}, ...content) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, content);
function fill(element, attributes, content) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

const split = text => text ? text.split(' ') : [];
const isMove = action => action.length === 2;
const other = player => player === 'X' ? 'O' : 'X';
const points = number => String(number).replace(/0?\.5/, '\u00bd');
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/* Positions, by record. */

const known = new Map();
const idOf = mark => mark.dataset.in + mark.dataset.mark;

/* Adds the pictures to what is known of a position. A collapsed mark is identified by its cell and number. */
function position(facts, svg) {
  const [board, ...after] = all('[data-board]', svg);
  for (const group of [board, ...after]) group.removeAttribute('transform');
  const outcomes = facts.outcomes.map((outcome, i) => {
    const ids = outcome.collapsed.map(mark => mark.join(''));
    return { ...outcome, ids, board: after[i], settled: marksOf(ids, after[i]) };
  });
  return { best: [], ...facts, board, outcomes, description: svg.querySelector('desc').textContent };
}

const dataOf = section => JSON.parse(section.querySelector('script').textContent);
const marksOf = (ids, board) => all('.mark:not([data-spooky])', board).filter(mark => ids.includes(idOf(mark)));

/* An error that the page explains to its reader. Any other error is a bug in the script. */
class Problem extends Error {}

/* The server never answered, so the task may be tried again. */
class Silence extends Problem {}

async function response(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(15_000) });
  return [answer.status, await answer.text()];
}

async function asked(record) {
  const path = `position?record=${encodeURIComponent(record)}&actions`;
  const [status, text] = await response(path).catch(() => response(path)).catch(() => {
    throw new Silence('The server is not responding.');
  });
  if ([414, 431].includes(status)) throw new Problem('The record is too long.');
  if (![200, 400].includes(status)) throw new Problem(`The server returned error ${status}.`);
  const facts = JSON.parse(text);
  if (facts.error) throw new Problem(facts.error);
  if (facts.record === undefined) {
    throw new Problem('This is a position, not a game. Enter the moves that lead to it, for example AB BE DE AE 4.');
  }
  const shapes = facts.svg.replace(/<style>[^<]*<\/style>/, '');
  const svg = new DOMParser().parseFromString(shapes, 'image/svg+xml').documentElement;
  return position(facts, document.importNode(svg, true));
}

function positionOf(record) {
  if (!known.has(record)) {
    const found = isServed ? asked(record) : Promise.reject(new Problem('That position is not on this page.'));
    found.catch(() => known.delete(record));
    known.set(record, found);
  }
  return known.get(record);
}

/* The game: its actions and those that Undo took back, the positions before and after each, the length of the game, and
   the position shown. If that is an earlier one, the reader is looking back. */

let actions = [];
let line = [];
let end = 0;
let at = 0;
let picked = '';

const now = () => line[at];
const isLooking = () => at < end;
const number = step => actions.slice(0, step).filter(isMove).length;

async function load(tokens, isNew) {
  const records = Array.from({ length: tokens.length + 1 }, (_, i) => tokens.slice(0, i).join(' '));
  line = await Promise.all(records.map(positionOf));
  actions = tokens;
  end = at = tokens.length;
  show();
  if (!isServed) return;
  toAddress(isNew);
  scroll();
}

async function act(action, isByPerson) {
  if (!isServed) return go(at + 1);
  const played = [...actions.slice(0, at), action];
  const next = await positionOf(played.join(' '));
  line = [...line.slice(0, at + 1), next];
  actions = played;
  finishAt(at + 1, isByPerson);
  scroll();
}

/* Shows a position. */
function go(step) {
  if (step < 0 || step > end) return;
  const before = step === at + 1 ? now() : undefined;
  at = step;
  if (!isServed) toAddress(false);
  show(before);
}

/* Makes a position the last one of the game, and shows it. */
function finishAt(step, isNew) {
  end = step;
  toAddress(isNew);
  go(step);
}

/* Who plays: a person, or a program that errs at the rate of its level. */

const PLAYERS = ['X', 'O'];
const kind = player => isServed ? of(player.toLowerCase()).value : 'person';
const computer = () => PLAYERS.find(player => kind(player) !== 'person');
const you = () => computer() && PLAYERS.find(player => kind(player) === 'person');
const isForced = ({ outcomes }) => outcomes.length === 1;

/* Returns true if a person has a choice there. */
function isDecision(step) {
  const { state, turn } = line[step];
  return state !== 'over' && kind(turn) === 'person' && !isForced(line[step]);
}

const lastDecision = () => line.findLastIndex((_, step) => step < end && isDecision(step));

/* Returns true if the next action is not up to a person. */
const isAutomatic = () => isServed && !isLooking() && now().state !== 'over' && !isDecision(at);

function reply() {
  if (!isAutomatic()) return;
  const { turn, best, actions: legal } = now();
  const isMistake = !isForced(now()) && Math.random() < of(turn.toLowerCase()).selectedOptions[0].dataset.rate;
  const from = isMistake ? legal.map(({ action }) => action) : best;
  return act(from[Math.floor(Math.random() * from.length)], false);
}

function choosePlayers(level, side) {
  for (const player of PLAYERS) of(player.toLowerCase()).value = player === side ? 'person' : level;
  toAddress(false);
  show();
}

const restart = () => load([], true);

/* Runs one task after the other, because a click may come before the position that it is meant for has arrived. Then
   the computer replies. */
let done = Promise.resolve();
let answering = 0;
function then(task) {
  done = done.then(() => run(task));
}

async function run(task) {
  clearTimeout(answering);
  if (task !== reply) of('problem').replaceChildren();
  try {
    if (!line.length && task !== fromAddress) await fromAddress();
    await task();
  } catch (error) {
    report(error, task);
    if (task === reply) return;
  }
  if (line.length && isAutomatic()) answering = setTimeout(() => then(reply), isStill() ? 100 : 700);
}

/* The address always has the whole game, so nothing is lost. */
function report(error, task) {
  const isKnown = error instanceof Problem;
  if (!isKnown) console.error(error);
  const again = make('button', { type: 'button' }, 'Try again');
  again.addEventListener('click', () => {
    of('problem').replaceChildren();
    then(task);
  });
  of('problem').replaceChildren(
    isKnown ? error.message : 'Something went wrong on this page. Reload it to continue this game.',
    ...(error instanceof Silence ? [' ', again] : []),
  );
}
addEventListener('error', ({ error }) => report(error));
addEventListener('unhandledrejection', ({ reason }) => report(reason));

/* The address: ?o=perfect#AB.BE.DE, with the number of the game in front if a page has several. */

const games = all('.game');
let game = 0;

function toAddress(isNew) {
  const players = PLAYERS.filter(player => kind(player) !== 'person');
  const query = players.map(player => `${player.toLowerCase()}=${kind(player)}`).join('&');
  const path = isServed ? location.pathname + (query && `?${query}`) : '';
  const address = `${path}#${[...(games.length > 1 ? [game + 1] : []), ...actions.slice(0, isServed ? end : at)].join('.')}`;
  try {
    history[isNew ? 'pushState' : 'replaceState'](null, '', address);
  } catch { /* Browsers may refuse this for files. */ }
}

async function fromAddress() {
  const text = location.hash.slice(1).replace(/\.|\+|%20/g, ' ').trim();
  if (!isServed) return showGame(text);
  const query = new URLSearchParams(location.search);
  const isLevel = select => [...select.options].some(({ value }) => value === query.get(select.id));
  const wrong = all('select').filter(select => query.has(select.id) && !isLevel(select));
  for (const select of all('select')) select.value = isLevel(select) ? query.get(select.id) : 'person';
  try {
    const tokens = split(text && (await asked(text)).record);
    if (!line.length || tokens.some((token, i) => actions[i] !== token)) await load(tokens);
    else finishAt(tokens.length);
  } catch (error) {
    if (error instanceof Silence || !(error instanceof Problem)) throw error;
    await load(actions.slice(0, end));
    throw new Problem(`This link is broken: ${error.message}`);
  }
  if (wrong.length) throw new Problem('The address names an unknown player. Use person, easy, medium, or perfect.');
}

async function showGame(address) {
  const [, first, rest] = games.length > 1 ? address.match(/^(\d*)(.*)/) : [null, 1, address];
  game = Math.min(Math.max(first, 1), games.length) - 1;
  await load(split(dataOf(all('.position', games[game]).pop()).record));
  const tokens = rest.toUpperCase().match(/[A-I]{2}|[1-9]/g) || [];
  if (tokens.length && tokens.every((token, i) => actions[i] === token)) go(tokens.length);
  all('#list a').forEach((link, i) => link.toggleAttribute('aria-current', i === game));
}
