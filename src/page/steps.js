/* Steps through a game of any kind. The page that it is a part of says what kind that is:
   steps() - how many there are;
   show(from) - shows the one that `at` counts, with what glides there from another one;
   entries() - a button for each, the start first;
   stop(way) - where a reader comes to who goes a step back (-1) or on (1);
   address(tokens), tokens() - shows what the address says, and says it;
   press(key) - does what another key means. */
const body = document.body;
const of = id => document.getElementById(id);
const all = (what, within = document) => Array.from(within.querySelectorAll(what));
const make = (name, attributes = {}, ...content) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
};

const games = all('.game');
let game = 0;
let at = 0;
let playing = 0;
let answering = 0;

/* What the reader does, one thing after the other: a click may come before the position that it is meant for. */
let done = Promise.resolve();
function then(what) {
  clearTimeout(answering);
  done = done.then(() => {
    of('problem').textContent = '';
    return what();
  }).catch(error => {
    of('problem').textContent = error instanceof TypeError ? 'The server does not answer.' : error.message;
  });
}

function go(step, glides = false) {
  const from = at;
  at = Math.max(0, Math.min(steps(), step));
  if (at === from) return;
  show(glides ? from : undefined);
  toAddress(false);
}

/* The address: what the page has of it, after the number of the game where there are several. */

function toAddress(isNew) {
  const hash = '#' + [...(games.length > 1 ? [game + 1] : []), ...tokens()].join('.');
  if (hash === (location.hash || '#')) return;
  try {
    history[isNew ? 'pushState' : 'replaceState'](null, '', hash);
  } catch { /* A page from a file may not. */ }
}

function fromAddress() {
  const tokens = location.hash.slice(1).split('.').filter(token => token);
  if (games.length > 1 && /^[0-9]+$/.test(tokens[0] || '')) game = Math.max(1, Math.min(tokens.shift(), games.length)) - 1;
  all('#list a').forEach((link, i) => mark(link, i === game && 'true'));
  return address(tokens);
}

/* The list of the moves, and the buttons. */

function showMoves() {
  const buttons = entries();
  buttons.forEach((button, i) => button.addEventListener('click', () => { pause(); then(() => go(i, i === at + 1)); }));
  of('moves').replaceChildren(...buttons.map(button => make('li', {}, button)));
}

function showStep() {
  all('#moves button').forEach((button, i) => mark(button, i === at && 'step'));
  all('[data-go]').forEach(button => {
    button.disabled = ['first', 'back'].includes(button.dataset.go) ? at === 0 : at === steps();
  });
  if (at === steps()) pause();
}

/* Marks an entry of a list as the current one, or as none. */
function mark(entry, current) {
  if (!current) return entry.removeAttribute('aria-current');
  entry.setAttribute('aria-current', current);
  reveal(entry, entry.closest('ol'));
}

/* Scrolls within a box; the page stays where it is. */
function reveal(element, box) {
  const [inside, outside] = [element, box].map(one => one.getBoundingClientRect());
  if (inside.top < outside.top || inside.bottom > outside.bottom) box.scrollTop += inside.top - outside.top - (outside.height - inside.height) / 2;
  if (inside.left < outside.left || inside.right > outside.right) box.scrollLeft += inside.left - outside.left - (outside.width - inside.width) / 2;
}

function pause() {
  clearInterval(playing);
  playing = 0;
  of('play').textContent = '\u25b6';
  of('play').setAttribute('aria-label', 'Play');
}

function playOrPause() {
  if (playing) return pause();
  if (!steps()) return;
  if (at === steps()) go(0);
  playing = setInterval(() => then(() => go(at + 1, true)), 1800);
  of('play').textContent = '\u23f8';
  of('play').setAttribute('aria-label', 'Pause');
}

const ways = {
  first: () => go(0),
  back: () => go(stop(-1)),
  next: () => go(stop(1), true),
  last: () => go(steps()),
};
const keys = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'next', End: 'last' };

all('[data-go]').forEach(button => button.addEventListener('click', () => { pause(); then(ways[button.dataset.go]); }));
of('play').addEventListener('click', playOrPause);
document.addEventListener('keydown', event => {
  const isWithin = what => event.target instanceof Element && event.target.closest(what);
  if (event.altKey || event.ctrlKey || event.metaKey || isWithin('input,select')) return;
  const way = keys[event.key];
  if (way) {
    event.preventDefault();
    document.querySelector(`[data-go=${way}]`).click();
  } else if (event.key === ' ' && !isWithin('button,summary,a')) {
    event.preventDefault();
    playOrPause();
  } else {
    press(event.key);
  }
});
addEventListener('hashchange', () => then(fromAddress));
addEventListener('resize', showStep);
document.documentElement.classList.add('js');
