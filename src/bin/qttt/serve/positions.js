/* The facts about positions, from the server. In the page in one file, library.js is in place of this module. */

async function response(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(15_000) });
  return [answer.status, await answer.text()];
}

/* Returns the facts about the game in a text, or an error. If the server never answered, the error is a silence. */
export async function factsOf(text) {
  const path = `position?record=${encodeURIComponent(text)}&actions`;
  const [status, json] = await response(path).catch(() => response(path)).catch(() => []);
  if (!status) return { error: 'The server is not responding.', isSilence: true };
  if ([414, 431].includes(status)) return { error: 'The record is too long.' };
  if (![200, 400].includes(status)) return { error: `The server returned error ${status}.` };
  return JSON.parse(json);
}
