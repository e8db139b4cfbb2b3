/* The responses of the page to the user, and of the computer. */

/* Runs a task and shows the result. Then the computer replies unless a dialog is open, after a measurement only two
   seconds later. */
function run(task) {
  const { actions } = game;
  clearTimeout(view.timer);
  view.message = '';
  byId('link').hidden = true;
  if (task !== reply) {
    view.hinted = '';
    all('[role=alert]').forEach(alert => alert.replaceChildren());
  }
  try {
    task();
    show();
    if (game.actions !== actions) scroll();
    if (!isAutomatic() || findDialog()) return;
    const isMeasured = game.actions.length && !isMove(game.actions.at(-1));
    view.timer = setTimeout(() => run(reply), view.hinted || isMeasured ? 2000 : isStill() ? 100 : 700);
  } catch (error) {
    report(error);
  }
}

/* Shows a problem where the user is looking. The address always has the whole game, so nothing is lost. */
function report(problem) {
  const isKnown = problem instanceof UserError;
  if (!isKnown) console.error(problem);
  byId(byId('chooser').open ? 'refusal' : 'problem').textContent =
    isKnown ? problem.message : 'Something went wrong on this page. Reload it to continue this game.';
}

/* The computer's actions. It shows which of two outcomes it has chosen, and measures when it is asked again. */
function reply() {
  const action = view.hinted || chooseAction();
  view.hinted = view.hinted || game.position.outcomes.length < 2 ? '' : action;
  if (view.hinted) view.message = `The computer chose: ${describeChoice(action)}`;
  else act(action);
}

/* A click or a key ends the wait for a measurement that is shown. */
for (const kind of ['click', 'keydown']) {
  document.addEventListener(kind, ({ isTrusted }) => isTrusted && view.hinted && isAutomatic() && run(reply), true);
}

/* The user's actions. */

/* Shows a best choice, without making it. */
function hint() {
  view.picked = view.warned = '';
  [view.hinted] = game.position.best;
  view.message = `Hint: ${isMove(view.hinted) ? formatList([...new Set(view.hinted)]) : describeChoice(view.hinted)}`;
}

function undo() {
  if (view.picked) view.picked = view.warned = '';
  else takeBack();
}

/* Copies the address, or only what it holds if nobody else can open the address. It is copied as a selection: the clipboard is
   closed to pages of other machines without a certificate. */
function share() {
  const [kind, text] = location.protocol.startsWith('http') ? ['Link', location.href] : ['Record', game.word];
  const link = byId('link');
  link.hidden = false;
  link.value = text;
  link.select();
  link.hidden = document.execCommand('copy');
  if (link.hidden) byId('share').focus();
  const says = link.hidden ? `${kind} copied` : `Copy this ${kind.toLowerCase()}:`;
  byId('says').textContent = says;
  setTimeout(() => link.hidden && byId('says').textContent === says && showStatus(), 4000);
}

/* Opens a dialog. In a game, it has an entry in the browser's history, so that Back closes it. */
function open(dialog) {
  dialog.showModal();
  if (view.isStarted) changeHistory('pushState', dialog.id);
}
const findDialog = () => all('dialog[open]').at(-1);

/* Opens the choice of the players, from which a game starts. */
function choose() {
  open(byId('chooser'));
  byId('cancel').hidden = !view.isStarted;
  byId('record').value = game.actions.join(' ');
  select(game.userSide || 'X');
}

function select(side) {
  view.side = side;
  for (const button of all('[data-side]')) button.setAttribute('aria-pressed', String(button.dataset.side === side));
}

/* Goes to another game, which takes the place of the dialog in the browser's history. */
function enter(actions, players) {
  const isDialog = history.state === 'chooser';
  if (isDialog) changeHistory('replaceState', null);
  view.isStarted = true;
  byId('chooser').close();
  byId('cells').focus();
  byId('analysis').open = false;
  game.players = players;
  load(actions, isDialog ? null : {});
}

/* Starts a game against a level of the computer, or of two people. */
function start(level) {
  enter([], view.side === 'X' ? { X: 'person', O: level } : { X: level, O: 'person' });
}

/* Loads a record against the same player, or a link. */
function loadText(text) {
  const { players, isKnown, text: record } = /[?#]/.test(text)
    ? parseAddress(text)
    : { players: game.players, isKnown: true, text };
  if (!isKnown) throw new UserError(UNKNOWN_PLAYER);
  enter(splitRecord(read(record).record), players);
}

function visit() {
  const problem = openAddress();
  view.isStarted ||= Boolean(problem || game.computer || game.actions.length);
  if (problem) report(new UserError(problem));
}

const clicks = {
  undo,
  hint,
  new: choose,
  rematch: () => enter([], game.players),
  game: () => go(game.actions.length),
  here: () => {
    byId('analysis').open = false;
    load(game.actions.slice(0, game.step), {});
  },
  review: () => {
    byId('analysis').open = true;
    go(0);
  },
  back: () => go(game.step - 1),
  next: () => go(game.step + 1),
};
for (const [id, task] of Object.entries(clicks)) byId(id).addEventListener('click', () => run(task));
for (const button of all('[data-level]')) button.addEventListener('click', () => run(() => start(button.dataset.level)));
for (const button of all('[data-side]')) button.addEventListener('click', () => select(button.dataset.side));
byId('share').addEventListener('click', share);
for (const button of all('.help')) button.addEventListener('click', () => run(() => open(byId('help'))));
for (const dialog of all('dialog')) {
  dialog.addEventListener('close', () => {
    if (history.state === dialog.id) history.back();
    else if (!view.isStarted) run(() => {});
  });
}
byId('possible').addEventListener('toggle', showBoards);
byId('analysis').addEventListener('toggle', showMoves);
byId('load').addEventListener('submit', event => {
  event.preventDefault();
  run(() => loadText(byId('record').value));
});

/* The next cell in the direction of an arrow. */
const ways = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 };
function moveFocus(key, from) {
  const to = from + ways[key];
  const isSameRow = Math.floor(from / 3) === Math.floor(to / 3);
  if (isSameRow || Math.abs(ways[key]) === 3) cells[to]?.focus();
}

const steps = { ArrowLeft: clicks.back, ArrowRight: clicks.next, Home: () => go(0), End: clicks.game };

/* A click doesn't move the focus to a cell, where the arrow keys would move from cell to cell. */
byId('cells').addEventListener('mousedown', event => event.preventDefault());

document.addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.('input') || findDialog()) return;
  const focused = cells.indexOf(document.activeElement);
  const name = event.key.toUpperCase();
  const ids = { Backspace: 'undo', Escape: view.picked && 'undo' };
  const target = byId(ids[event.key] || '') || document.querySelector(
    /^[A-I]$/.test(name) ? `[data-cell=${name}]` : /^[1-9]$/.test(name) ? `[data-choice="${name}"]` : 'none');
  if (focused >= 0 && ways[event.key]) moveFocus(event.key, focused);
  else if (steps[event.key]) run(steps[event.key]);
  else if (target) target.click();
  else return;
  event.preventDefault();
});
addEventListener('error', ({ error }) => report(error));
addEventListener('popstate', ({ state }) => {
  const dialog = findDialog();
  if (dialog?.id !== state) dialog?.close();
  if (!findDialog()) run(visit);
});
byId('needs').remove();
run(visit);
