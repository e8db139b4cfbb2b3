let moves = [];
let stones = [];
let result = '';

const steps = () => moves.length;
const player = step => step % 2 ? 'X' : 'O';
const caption = step => step ? `${step}. ${player(step)} plays ${moves[step - 1]}` : 'The empty board';

/* The address: #17, how many moves were played. */

const tokens = () => at ? [at] : [];

function address([step]) {
  const article = games[game];
  const textOf = what => article.querySelector(what).textContent;
  moves = textOf('.moves').split(';').map(move => move.trim()).filter(move => move);
  result = textOf('.result');
  of('title').textContent = textOf('h2');
  of('board').replaceChildren(...all('.slices,.note', article).map(part => part.cloneNode(true)));
  stones = all('#board .mark');
  at = Math.min(steps(), Number.parseInt(step, 10) || 0);
  showMoves();
  show();
}

function show() {
  body.dataset.ply = at;
  for (const stone of stones) {
    const ply = Number(stone.dataset.ply);
    stone.classList.toggle('later', ply > at);
    stone.classList.toggle('last', ply === at);
    stone.classList.toggle('won', at === steps() && 'line' in stone.dataset);
    if (ply === at) reveal(stone, of('board'));
  }
  of('played').textContent = caption(at);
  of('state').textContent = at === steps() ? result : `Move ${at + 1}: ${player(at + 1)} to move`;
  showStep();
}

function entries() {
  const entry = (move, i) => make('button', { type: 'button', 'data-player': player(i + 1), 'aria-label': caption(i + 1) }, `${i + 1}. ${move}`);
  return [make('button', { type: 'button' }, 'Start'), ...moves.map(entry)];
}

const stop = way => at + way;
const press = () => {};
then(fromAddress);
