// Python in a cell of the sandbox, from bytes alone. Through its port come the name of a module, then questions.
//
// What runs here later may change everything here: what keeps it in is the policy of the frame, not this file.
const ARCHIVE = "/modules.zip";
const TYPES = { wasm: "application/wasm", json: "application/json", zip: "application/zip" };

/** Returns Python, whose files are given as bytes. */
async function started(files) {
  const script = (name) => URL.createObjectURL(new Blob([files[name]], { type: "text/javascript" }));
  const { fetch, importScripts } = globalThis;
  globalThis.importScripts = () => { throw new TypeError("Pyodide then takes this for a module worker"); };
  globalThis.fetch = async (asked) => {
    const name = String(asked.url ?? asked).split("/").at(-1);
    return new Response(files[name], { headers: { "Content-Type": TYPES[name.split(".").at(-1)] } });
  };
  const { loadPyodide } = await import(script("pyodide.mjs"));
  const { default: createPyodideModule } = await import(script("pyodide.asm.mjs"));
  const silent = () => {};
  const python = await loadPyodide({
    indexURL: "https://sandbox.invalid/", createPyodideModule, stdout: silent, stderr: silent,
  });
  python.FS.writeFile(ARCHIVE, new Uint8Array(files["modules.zip"]));
  python.pyimport("sys").path.insert(0, ARCHIVE);
  Object.assign(globalThis, { fetch, importScripts });
  return python;
}

addEventListener("message", ({ data: files, ports: [port] }) => {
  let answer = null;
  port.onmessage = async ({ data: text }) => {
    try {
      if (answer) return port.postMessage(answer(text));
      answer = (await started(files)).pyimport(text).Page().answer;
      port.postMessage("ready");
    } catch {
      port.postMessage("broken");
    }
  };
}, { once: true });
