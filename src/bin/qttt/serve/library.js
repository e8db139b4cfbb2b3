/* The facts about positions, from the library, which the single-file page contains as WebAssembly. */

const decoded = atob(document.getElementById('library').textContent);
const { instance } = await WebAssembly.instantiate(Uint8Array.from(decoded, byte => byte.charCodeAt()));
const { memory, qttt_room: room, qttt_report: report } = instance.exports;

/* Makes the text in the memory as long as requested and returns its bytes. Making room may replace the buffer. */
function textOf(length) {
  const address = room(length);
  return new Uint8Array(memory.buffer, address, length);
}

/* Returns the facts about the game in a text, or an error. */
export async function factsOf(text) {
  const bytes = new TextEncoder().encode(text);
  textOf(bytes.length).set(bytes);
  return JSON.parse(new TextDecoder().decode(textOf(report())));
}
