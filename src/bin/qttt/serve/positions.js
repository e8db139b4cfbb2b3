/* The facts about positions, from the server. In the single-file page, library.js replaces this module. */

async function response(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(15_000) });
  return [answer.status, await answer.text()];
}

/* Returns the facts about the game in a text, or an error. If the server did not answer, the error has `isSilence`. */
export async function factsOf(text) {
  const path = `position?record=${encodeURIComponent(text)}&actions`;
  const [status, json] = await response(path).catch(() => response(path)).catch(() => []);
  if (!status) return { error: 'The server is not responding.', isSilence: true };
  if ([414, 431].includes(status)) return { error: 'The record is too long.' };
  if (![200, 400].includes(status)) return { error: `The server returned error ${status}.` };
  return JSON.parse(json);
}
