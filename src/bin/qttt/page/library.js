/* The facts about games, from the library, which the page contains as WebAssembly. With the other scripts, this is
   one module: an older browser runs none of it. */

const { instance } = await WebAssembly.instantiate(
  Uint8Array.from(atob(document.getElementById('library').textContent), byte => byte.charCodeAt()));
const { memory, qttt_room: room, qttt_report: writeReport } = instance.exports;

/* Resizes the text in the memory and returns its bytes. Making room may replace the buffer. */
function viewText(length) {
  const address = room(length);
  return new Uint8Array(memory.buffer, address, length);
}

/* Returns the facts about the game in a text, or an error. */
function fetchFacts(text) {
  const bytes = new TextEncoder().encode(text);
  viewText(bytes.length).set(bytes);
  return JSON.parse(new TextDecoder().decode(viewText(writeReport())));
}
