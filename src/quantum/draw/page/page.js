const isServed = body.dataset.source === 'server';
const shape = (name, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/* Positions, by record: from the page itself, or asked for. */

const known = new Map();

function position(facts, svg) {
  const board = name => {
    const groups = all(`[data-board=${name}]`, svg);
    groups.forEach(group => group.removeAttribute('transform'));
    return groups;
  };
  // In the page, [data-cell] are the cells to click.
  all('[data-cell]', svg).forEach(mark => {
    mark.dataset.at = mark.dataset.cell;
    delete mark.dataset.cell;
  });
  const captions = all('.caption', svg).map(caption => caption.textContent);
  const outcomes = board('outcome').map((board, i) => ({ board, caption: captions[i] }));
  return {
    ...facts,
    outcomes,
    board: board('position')[0],
    title: svg.querySelector('title').textContent,
    description: svg.querySelector('desc').textContent,
  };
}

function embedded(section) {
  const { record, state, turn, choices, value, best } = section.dataset;
  const words = text => text ? text.split(' ') : [];
  const facts = { record, state, turn, choices: words(choices), best: words(best), actions: [] };
  if (value !== undefined) facts.value = Number(value);
  return position(facts, section.querySelector('svg').cloneNode(true));
}

async function asked(record) {
  const answer = await fetch(`position?record=${encodeURIComponent(record)}&actions`);
  const facts = await answer.json();
  if (!answer.ok) throw new Error(facts.error);
  const shapes = facts.svg.replace(/<style>[^<]*<\/style>/, '');
  const svg = new DOMParser().parseFromString(shapes, 'image/svg+xml').documentElement;
  const choices = (facts.choices || []).map(String);
  return position({ ...facts, choices }, document.importNode(svg, true));
}

function positionOf(record) {
  if (!known.has(record)) {
    const found = isServed ? asked(record) : Promise.reject(new Error('That is not a position of this page.'));
    found.catch(() => known.delete(record));
    known.set(record, found);
  }
  return known.get(record);
}

/* The game: its actions, and the positions before and after each. */

let actions = [];
let line = [];
let chosen = '';
let showsValues = false;

const steps = () => actions.length;
const now = () => line[at];

async function load(tokens, step = tokens.length) {
  const records = Array.from({ length: tokens.length + 1 }, (_, i) => tokens.slice(0, i).join(' '));
  line = await Promise.all(records.map(positionOf));
  actions = tokens;
  at = step;
  show();
}

async function act(action) {
  const from = at;
  if (actions[at] !== action) {
    const before = actions.slice(0, at);
    const next = await positionOf([...before, action].join(' '));
    actions = [...before, action];
    line = [...line.slice(0, at + 1), next];
  }
  at += 1;
  show(from);
  toAddress(true);
  reply();
}

/* A perfect player takes a best action, an erring one now and then any. */
function reply() {
  const { state, turn, best, actions: all } = now();
  if (!isServed || state === 'over') return;
  const rate = rateOf(turn);
  if (rate === undefined) return;
  const some = Math.random() < rate ? all.map(({ action }) => action) : best;
  answering = setTimeout(() => then(() => act(some[Math.floor(Math.random() * some.length)])), isStill() ? 100 : 700);
}

/* The address: #AB.BE.DE. */

const tokens = () => actions.slice(0, at);

function address(tokens) {
  const isPrefix = of => tokens.every((token, i) => of[i] === token);
  if (!isServed) {
    const played = all('.position', games[game]).pop().dataset.record.split(' ').filter(token => token);
    return load(played, isPrefix(played) ? tokens.length : 0);
  }
  if (line.length && isPrefix(actions)) {
    at = tokens.length;
    return show();
  }
  return load(tokens).catch(error => load(line.length ? actions : [], at).then(() => {
    toAddress(false);
    throw error;
  }));
}

/* What is seen. */

function show(from) {
  const { board, title, description, state, record, turn } = now();
  chosen = '';
  body.dataset.record = record;
  body.dataset.state = state;
  body.dataset.turn = turn || '';
  const picture = of('picture');
  picture.replaceChildren(board.cloneNode(true));
  picture.setAttribute('aria-label', description);
  if (from !== undefined) glide(line[from].board, picture.firstChild);
  of('played').textContent = at ? caption(at) : 'The empty board';
  of('state').textContent = title;
  of('how').textContent = how();
  showCells();
  showOutcomes();
  showWorth();
  showMoves();
  showStep();
}

/* What the reader may do, until it is known. */
function how() {
  const { state, outcomes } = now();
  if (state === 'measure' && outcomes.length > 1) {
    return `A cycle, in violet, can settle in two ways${isServed ? ': choose one' : ''}.`;
  }
  return isServed && state === 'move' && at < 2 ? 'Click two cells: a pair of spooky marks entangles them.' : '';
}

function caption(step) {
  const action = actions[step - 1];
  const { turn } = line[step - 1];
  if (action.length === 1) return `${turn} measures ${action}`;
  return `${number(step)}. ${turn} plays ${action}${line[step].state === 'measure' ? ': a cycle' : ''}`;
}

const number = step => actions.slice(0, step).filter(action => action.length === 2).length;

/* Marks that have settled glide to where they are; those that were not taken fade. */
function glide(before, after) {
  if (isStill()) return;
  const time = { duration: 550, easing: 'cubic-bezier(.3,0,.2,1)' };
  const key = mark => mark.dataset.mark + mark.dataset.at;
  const spooky = new Map(all('[data-spooky]', before).map(mark => [key(mark), mark]));
  const settled = all('.mark:not([data-spooky])', after).filter(mark => spooky.has(key(mark)));
  for (const mark of settled) {
    const circle = spooky.get(key(mark)).querySelector('circle');
    const [x, y] = ['cx', 'cy'].map(name => circle.getAttribute(name));
    const [toX, toY] = center(mark.dataset.at);
    const place = (x, y, scale) => `translate(${x}px,${y}px) scale(${scale}) translate(${-toX}px,${-toY}px)`;
    mark.animate([{ transform: place(x, y, 0.35) }, { transform: place(toX, toY, 1) }], time);
  }
  const stays = new Set(all('[data-spooky]', after).map(key));
  for (const mark of all('[data-spooky]', after)) {
    if (!spooky.has(key(mark))) mark.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
  }
  for (const link of all('.link', after)) {
    if (!before.querySelector(`.link[data-link="${link.dataset.link}"]`)) {
      link.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 400 });
    }
  }
  const taken = new Set(settled.map(key));
  const gone = all('[data-spooky]', before).filter(mark => !stays.has(key(mark)) && !taken.has(key(mark)));
  const links = all('.link,.ring,.tint', before).filter(link => settled.some(mark => !link.dataset.link || link.dataset.link === mark.dataset.mark));
  for (const old of [...links, ...gone]) {
    const ghost = old.cloneNode(true);
    after.prepend(ghost);
    ghost.animate([{ opacity: 1 }, { opacity: 0 }], time).finished.then(() => ghost.remove(), () => {});
  }
}

function center(cell) {
  const index = cell.charCodeAt(0) - 65;
  return [100 + 200 * (index % 3), 100 + 200 * Math.floor(index / 3)];
}

/* What the reader may play here: all that is legal, unless it is a program's turn; what was played, where that is all there is. */
function legal() {
  if (!isServed) return actions.slice(at, at + 1);
  const { turn, actions: all } = now();
  return turn && rateOf(turn) === undefined ? all.map(({ action }) => action) : [];
}

/* How often a program errs. */
const rateOf = player => ({ perfect: 0, errs: 0.3, random: 1 })[of(player.toLowerCase()).value];

function showCells() {
  const marks = all('.mark', now().board);
  for (const cell of all('#cells button')) {
    const name = cell.dataset.cell;
    const inside = marks.filter(mark => mark.dataset.at === name).map(mark => mark.dataset.player + mark.dataset.mark);
    cell.setAttribute('aria-label', [name, ...inside].join(' '));
    cell.disabled = !isServed || !legal().some(action => action.length === 2 && action.includes(name));
    cell.setAttribute('aria-pressed', 'false');
  }
}

function click(cell) {
  const name = cell.dataset.cell;
  const action = [chosen + name, name + chosen].find(action => chosen && legal().includes(action));
  if (action) return act(action);
  chosen = chosen === name ? '' : name;
  all('#cells button').forEach(button => button.setAttribute('aria-pressed', String(button.dataset.cell === chosen)));
}

function showOutcomes() {
  const { outcomes, choices, best } = now();
  of('outcomes').replaceChildren(...outcomes.map(({ board, caption }, i) => {
    const picture = shape('svg', { viewBox: '-6 -6 612 612', 'aria-hidden': 'true' });
    picture.append(board.cloneNode(true));
    const button = make('button', { type: 'button', 'data-choice': choices[i] }, picture, make('span', {}, caption));
    if (actions[at] === choices[i]) button.classList.add('chosen');
    if (showsValues && best.includes(choices[i])) button.classList.add('best');
    for (const name of ['pointerenter', 'focus']) button.addEventListener(name, () => preview(board));
    for (const name of ['pointerleave', 'blur']) button.addEventListener(name, () => preview());
    button.addEventListener('click', () => {
      preview(board);
      then(() => legal().includes(choices[i]) && act(choices[i]));
    });
    return button;
  }));
}

/* Shows on the board where each mark settles. */
function preview(outcome) {
  const picture = of('picture');
  all('.preview', picture).forEach(group => group.remove());
  const settles = new Set();
  if (outcome) {
    const group = shape('g', { class: 'preview' });
    const is = new Set(all('.mark:not([data-spooky])', now().board).map(mark => mark.dataset.at));
    for (const mark of all('.mark', outcome)) {
      if (mark.dataset.spooky || is.has(mark.dataset.at)) continue;
      settles.add(mark.dataset.mark + mark.dataset.at);
      group.append(mark.cloneNode(true));
    }
    picture.append(group);
  }
  picture.classList.toggle('previewed', Boolean(outcome));
  all('[data-spooky]', picture).forEach(mark => {
    mark.classList.toggle('settles', settles.has(mark.dataset.mark + mark.dataset.at));
  });
}

/* What perfect play says. */

const points = value => Math.abs(value);

function outlook(value, isOver) {
  if (value === 0) return isOver ? '' : 'With perfect play nobody wins.';
  const winner = value > 0 ? 'X' : 'O';
  return isOver ? '' : `With perfect play ${winner} wins by ${points(value)}.`;
}

function lossAt(step) {
  if (!step || line[step].value === undefined) return 0;
  return points(line[step - 1].value - line[step].value);
}

const signOf = loss => loss === 0 ? '' : loss === 0.5 ? '?' : '??';

function showWorth() {
  const { value, state } = now();
  const says = showsValues && value !== undefined;
  const loss = lossAt(at);
  of('verdict').textContent = says && loss ? `A mistake: ${line[at - 1].turn} gives away ${loss}.` : '';
  of('outlook').textContent = says ? outlook(value, state === 'over') : '';
  of('course').hidden = !says;
  if (says) showCurve();
}

function showCurve() {
  const x = step => 76 + 474 * step / Math.max(1, actions.length);
  const y = value => 58 - 24 * value;
  const values = line.map(({ value }) => value);
  const curve = of('curve');
  const way = values.map((value, i) => `${i ? 'H' + x(i) + 'V' : 'M' + x(0) + ' '}${y(value)}`).join('');
  curve.replaceChildren(
    shape('path', { class: 'area', d: `${way}V${y(0)}H${x(0)}Z` }),
    shape('path', { class: 'zero', d: `M70 ${y(0)}H556` }),
    shape('path', { class: 'way', d: way }),
    ...values.map((value, i) => shape('circle', { class: lossAt(i) ? 'lost' : 'kept', cx: x(i), cy: y(value), r: i === at ? 7 : 4 })),
  );
  const label = (text, at) => {
    const element = shape('text', { x: 2, y: at });
    element.textContent = text;
    return element;
  };
  curve.append(label('X is ahead', y(1)), label('O is ahead', y(-1) + 6));
  curve.setAttribute('aria-label', `Values for X: ${values.join(', ')}`);
}

function hint() {
  const { best, state } = now();
  const picture = of('picture');
  all('.hint', picture).forEach(group => group.remove());
  all('#outcomes .best').forEach(button => button.classList.remove('best'));
  if (!best || !best.length || state === 'over') return;
  of('outlook').textContent = `Best: ${best.slice(0, 8).join(' ')}${best.length > 8 ? ` and ${best.length - 8} more` : ''}.`;
  if (state === 'measure') {
    all('#outcomes button').filter(button => best.includes(button.dataset.choice)).forEach(button => button.classList.add('best'));
    return;
  }
  const group = shape('g', { class: 'hint' });
  const [a, b] = [...best[0]].map(center);
  group.append(shape('path', { d: `M${a}L${b}` }));
  for (const [cx, cy] of [a, b]) group.append(shape('circle', { cx, cy, r: 30 }));
  picture.append(group);
}

function entries() {
  const buttons = [make('button', { type: 'button' }, 'Start')];
  actions.forEach((action, i) => {
    const { turn } = line[i];
    const words = action.length === 2 ? `${number(i + 1)}. ${action}` : `${turn}: ${action}`;
    const button = make('button', { type: 'button', 'data-player': turn, 'aria-label': caption(i + 1) }, words);
    const sign = showsValues ? signOf(lossAt(i + 1)) : '';
    if (sign) {
      button.append(make('span', { class: 'sign' }, sign));
      button.setAttribute('aria-label', `${caption(i + 1)}, a mistake`);
    }
    buttons.push(button);
  });
  return buttons;
}

/* What the reader does. */

/* Back to where a person last had the choice, or forward. */
function stop(way) {
  const isPersons = step => step <= 0 || step >= actions.length || !line[step].turn || rateOf(line[step].turn) === undefined;
  let step = at + way;
  while (isServed && !isPersons(step)) step += way;
  return step;
}

all('#cells button').forEach(cell => cell.addEventListener('click', () => then(() => click(cell))));
of('hint').addEventListener('click', hint);
of('values').addEventListener('click', () => {
  showsValues = !showsValues;
  of('values').setAttribute('aria-pressed', String(showsValues));
  show();
});
function press(key) {
  const find = what => document.querySelector(what);
  if (/^[a-i]$/i.test(key)) find(`#cells [data-cell=${key.toUpperCase()}]`).click();
  if (/^[1-9]$/.test(key)) (find(`[data-choice="${key}"]`) || body).click();
}
const goTo = tokens => load(tokens).then(() => { toAddress(true); reply(); });
of('new').addEventListener('click', () => then(() => goTo([])));
of('table').addEventListener('submit', event => {
  event.preventDefault();
  then(() => asked(of('record').value).then(({ record }) => goTo(record.split(' ').filter(token => token))));
});
for (const player of ['x', 'o']) of(player).addEventListener('change', () => then(() => { show(); reply(); }));

for (const section of all('.position')) {
  const found = embedded(section);
  all('[data-cell]', section).forEach(mark => mark.removeAttribute('data-cell'));
  known.set(found.record, Promise.resolve(found));
}
const hasValues = isServed || document.querySelector('.position[data-value]');
of('values').hidden = of('hint').hidden = !hasValues;
showsValues = !isServed && Boolean(hasValues);
of('values').setAttribute('aria-pressed', String(showsValues));
of('table').hidden = !isServed;
if (isServed) {
  all('[data-go=back]').forEach(button => button.replaceChildren('Undo'));
  all('[data-go=next]').forEach(button => button.replaceChildren('Redo'));
}
try {
  of('rules').open = localStorage.getItem('rules') !== 'read';
  of('rules').addEventListener('toggle', () => localStorage.setItem('rules', of('rules').open ? '' : 'read'));
} catch { /* A page from a file may not remember. */ }
then(fromAddress);
