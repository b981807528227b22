// Addresses that carry a game or a table: its text, deflated, in base64url after a key such as `#game=`.
/** Maximum length of the text in a link, in bytes: about a hundred times that of a long game. */
const LONGEST = 1_000_000;
/** Number of bytes that are inflated at a time: their text is at most a thousand times as long. */
const PIECE = 512;

/** Returns the address of this page with a text. */
export async function linkTo(text, key = "game") {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const coded = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return `${location.href.split("#")[0]}#${key}=` + coded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Returns the text in the address, or null if there is none.
 * It rejects with a RangeError if the text is too long, and with another error if the link is damaged.
 */
export async function linked(key = "game") {
  const start = `#${key}=`;
  if (!location.hash.startsWith(start)) return null;
  const coded = ended(location.hash).slice(start.length).replaceAll("-", "+").replaceAll("_", "/");
  return inflated(Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0)));
}

/** Returns an address without what ends the sentence around it, such as a full stop or a space. */
export function ended(address) {
  return address.replace(/(?:[\s.,;:!?'")\]>]|%20)+$/, "");
}

/** Takes the text out of the address, so that a reload goes on with the saved game. */
export function unlink() {
  history.replaceState(null, "", location.pathname + location.search);
}

/** Returns the text of deflated bytes. It stops inflating as soon as the text is too long. */
async function inflated(packed) {
  const reader = pieces(packed).pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > LONGEST) {
      await reader.cancel();
      throw new RangeError(`the text of a link has at most ${LONGEST} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Returns a stream of small pieces, so that little is inflated before it is counted. */
function pieces(bytes) {
  let place = 0;
  return new ReadableStream({
    pull(controller) {
      if (place < bytes.length) controller.enqueue(bytes.subarray(place, (place += PIECE)));
      else controller.close();
    },
  });
}
