// Addresses that carry a game: its text, deflated, in base64url after `#game=`.
const KEY = "#game=";

/** Returns the address of this page with a game. */
export async function linkTo(text) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const coded = btoa(String.fromCharCode(...packed));
  return location.href.split("#")[0] + KEY + coded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the text of the game in the address, or null if there is none. It rejects if the link is damaged. */
export async function linked() {
  if (!location.hash.startsWith(KEY)) return null;
  const coded = location.hash.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/");
  const packed = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), packed));
}

/** Takes the game out of the address, so that a reload goes on with the saved game. */
export function unlink() {
  history.replaceState(null, "", location.pathname + location.search);
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
