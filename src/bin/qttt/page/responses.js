/* The responses of the page to the user, and of the computer. */

/* Runs a task, which returns a problem if there is one, and shows the result. Then the computer replies unless a dialog
   is open, after a measurement only two seconds later. */
function run(task) {
  const { actions } = game;
  clearTimeout(view.timer);
  view.message = '';
  byId('link').hidden = true;
  if (task !== reply) {
    view.hinted = view.pending = '';
    all('[role=alert]').forEach(alert => alert.replaceChildren());
  }
  const problem = task();
  show();
  if (problem) report(problem);
  if (game.actions !== actions) scroll();
  if (!isAutomatic() || findDialog()) return;
  const isMeasured = game.actions.length && !isMove(game.actions.at(-1));
  view.timer = setTimeout(() => run(reply), view.pending || isMeasured ? 2000 : isStill() ? 100 : 700);
}

/* Shows a problem where the user is looking. */
function report(problem) {
  byId(byId('chooser').open ? 'refusal' : 'problem').textContent = problem;
}

/* The computer's actions. It shows which of two outcomes it has chosen, and measures when it is asked again. */
function reply() {
  const action = view.pending || chooseAction();
  view.pending = view.pending || game.position.outcomes.length < 2 ? '' : action;
  if (view.pending) view.message = `The computer chose: ${describeChoice(action)}`;
  else act(action);
}

/* A click or a key ends the wait for a measurement that is shown. */
for (const kind of ['click', 'keydown']) {
  document.addEventListener(kind, ({ isTrusted }) => isTrusted && view.pending && isAutomatic() && run(reply), true);
}

/* Picks a cell of a move, and makes the move if it is the second one. */
function pick(name) {
  const { state, turn } = game.position;
  const [mark] = listClassical(game.position, name);
  const action = findMove(name);
  const { picked, tapped } = view;
  view.tapped = '';
  const isFirstCycle = announceCycle(action) && !game.positions.some(({ cycle }) => cycle.length);
  if (isFirstCycle && isTouched() && tapped !== name) view.tapped = name;
  else if (action) actAsUser(action);
  else if (game.isReviewing) view.message = 'First choose Back to the game or Play from here.';
  else if (game.isOver || turn === game.computer.side) return;
  else if (state === 'measure') view.message = 'Choose one of the two pictures.';
  else if (mark) view.message = `${name} already holds ${mark}; pick a free cell.`;
  else view.picked = picked === name ? '' : name;
}

/* Chooses an outcome. By touch, the first tap only shows it on the board, as a pointer does. */
function measure(action) {
  if (isTouched() && view.tapped !== action) view.tapped = action;
  else {
    actAsUser(action);
    byId('cells').focus();
  }
}

/* Shows a best choice, without making it. */
function hint() {
  const { best: [action], defeat } = game.position;
  view.hinted = action;
  unpick();
  const what = isMove(action) ? announceCycle(action) || formatList([...new Set(action)]) : describeChoice(action);
  view.message = `Hint: ${what}${defeat ? `. ${defeat}` : ''}`;
}

function undo() {
  if (hasPicked()) unpick();
  else takeBack();
}

/* Returns the game as one word, which `qttt` reads, for example ?o=perfect#AB.BE.DE, or only its record. */
function writeGame() {
  const { actions, computer: { side, level } } = game;
  return (side ? `?${side.toLowerCase()}=${level}#` : '') + actions.join('.');
}

/* Copies the address, or only the game if nobody else can open the address. It is copied as a selection: browsers close
   the clipboard to pages from other machines without a certificate. */
function share() {
  const [kind, text] = location.protocol.startsWith('http') ? ['Link', location.href] : ['Record', writeGame()];
  const link = byId('link');
  link.hidden = false;
  link.value = text;
  link.select();
  const isCopied = document.execCommand('copy');
  view.message = isCopied ? `${kind} copied` : `Copy this ${kind.toLowerCase()}:`;
  if (isCopied) byId('share').focus();
}

/* Opens a dialog. In a game, it has an entry in the browser's history, so that Back closes it. */
function open(dialog) {
  dialog.showModal();
  if (view.isStarted) changeHistory('pushState', { kind: 'dialog', id: dialog.id });
}
const findDialog = () => all('dialog[open]').at(-1);

/* Opens the choice of the players, from which a game starts. */
function choose() {
  open(byId('chooser'));
  byId('cancel').hidden = !view.isStarted;
  byId('record').value = writeGame();
  document.querySelector(`[data-side=${game.userSide || 'X'}]`).checked = true;
}

/* Goes to another game, in place of the dialog in the browser's history. The analysis of a new game stays closed. */
function enter(actions, computer, isAnalysed = false) {
  const entry = { kind: 'game', before: null };
  const isDialog = history.state?.id === 'chooser';
  if (isDialog) changeHistory('replaceState', entry);
  view.isStarted = true;
  byId('chooser').close();
  byId('cells').focus();
  game.computer = computer;
  load(actions, isDialog ? null : entry);
  byId('analysis').open = isAnalysed;
}

/* Starts a game of two people, or against a level of the computer. */
function start({ level, probability }) {
  const { side } = document.querySelector('[data-side]:checked').dataset;
  enter([], probability ? { side: OPPONENTS[side], level } : {});
}

/* Loads the game in a line, perhaps with a name in front: a link, whose # may be written %23, or else the last word if
   it has a dot, or else a record. Returns what is wrong with it. */
function loadLine(line) {
  const text = line.replace('%23', '#').replace(/.*\s(?=[^\s?#]+\.[^\s?#]+\s*$)/, '#');
  const link = /[?#]/.test(text) && extractLink(text.trim());
  const computer = findComputer(link || '');
  const facts = fetchFacts(link || text);
  if (facts.error) return describeError(facts, link);
  if (!computer) return UNKNOWN_PLAYER;
  enter(facts.played, computer, byId('analysis').open);
}

/* Opens the game in the page's address. Returns what is wrong with the address. */
function visit() {
  const link = extractLink(location.href);
  const facts = fetchFacts(link);
  const computer = findComputer(link);
  game.computer = computer || {};
  load(facts.played);
  view.isStarted ||= Boolean(facts.error || game.computer.side || facts.played.length);
  if (facts.error) return describeError(facts, link);
  return computer ? '' : UNKNOWN_PLAYER;
}

/* What happens when a button is clicked. */
const clicks = {
  '#undo': undo,
  '#hint': hint,
  '#share': share,
  '#new': choose,
  '#rematch': () => enter([], { ...game.computer, side: game.userSide }),
  '#game': () => {
    go(game.actions.length);
    byId('cells').focus();
  },
  '#here': () => enter(game.actions.slice(0, game.step), game.computer),
  '#review': () => {
    byId('analysis').open = true;
    go(0);
    byId('next').focus();
  },
  '#back': () => go(game.step - 1),
  '#next': () => go(game.step + 1),
  '.help': () => open(byId('help')),
  '[data-level]': ({ dataset }) => start(dataset),
  '[data-step]': ({ dataset }) => go(Number(dataset.step)),
  '[data-cell]': ({ dataset }) => pick(dataset.cell),
  '[data-choice]': ({ dataset }) => measure(dataset.choice),
};

document.addEventListener('click', ({ target }) => {
  const button = target.closest('button:not(#controls [aria-disabled=true])');
  const selector = Object.keys(clicks).find(selector => button?.matches(selector));
  if (selector) run(() => clicks[selector](button));
  else if (view.tapped) run(undo);
});

for (const kind of ['pointerover', 'focusin']) {
  byId('outcomes').addEventListener(kind, ({ target }) => preview(target.closest('button')?.dataset.choice));
}
for (const kind of ['pointerout', 'focusout']) byId('outcomes').addEventListener(kind, () => preview());
const point = name => [showPick, showStatus].forEach(show => show(name));
byId('cells').addEventListener('pointerover', ({ target }) => point(target.dataset.cell));
byId('cells').addEventListener('pointerout', () => point());
document.addEventListener('pointerdown', ({ pointerType }) => { document.body.dataset.input = pointerType; }, true);
/* A click doesn't move the focus to a cell, where the arrow keys would move from cell to cell. */
byId('cells').addEventListener('mousedown', event => event.preventDefault());
document.addEventListener('toggle', show, true);
document.addEventListener('close', ({ target }) => {
  if (history.state?.id === target.id) history.back();
  else show();
}, true);
byId('load').addEventListener('submit', event => {
  event.preventDefault();
  run(() => loadLine(byId('record').value));
});

/* The rows of cells, and how far the next cell in the direction of an arrow is. */
const ROWS = 'ABC DEF GHI';
const ways = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -4, ArrowDown: 4 };

/* The buttons that keys click. */
const keys = { ArrowLeft: '#back', ArrowRight: '#next', End: '#game', Backspace: '#undo', Escape: '#undo' };

document.addEventListener('keydown', event => {
  const { key } = event;
  document.body.dataset.input = 'keys';
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.('input') || findDialog()) return;
  if (key === 'Escape' && !hasPicked()) return;
  const { cell } = document.activeElement.dataset;
  const next = ROWS[ROWS.indexOf(cell) + ways[key]];
  const selector = keys[key] || (/^[a-i1-9]$/i.test(key) && `[data-cell="${key}" i], [data-choice="${key}"]`);
  if (cell && ways[key]) document.querySelector(`[data-cell="${next}"]`)?.focus();
  else if (key === 'Home') run(() => go(0));
  else if (selector) document.querySelector(selector)?.click();
  else return;
  event.preventDefault();
});
addEventListener('error', () => report('Something went wrong on this page. Reload it to continue this game.'));
addEventListener('popstate', ({ state }) => {
  const dialog = findDialog();
  if (dialog?.id !== state?.id) dialog?.close();
  if (!findDialog()) run(visit);
});
run(visit);
byId('needs').remove();
