// Python in a cell of the sandbox, from bytes alone. Through its port come the name of a module, then questions.
// Archives of packages are unpacked, because native modules cannot be imported from an archive.
//
// What runs here later may change everything here: what keeps it in is the policy of the frame, not this file.
const ARCHIVE = "/modules.zip";
const PACKAGES = "/packages";
const TYPES = { wasm: "application/wasm", json: "application/json", zip: "application/zip" };

/** Returns Python, whose files are given as bytes, with some packages and variables of the environment. */
async function started({ files, packages, environment: env }) {
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
    indexURL: "https://sandbox.invalid/", createPyodideModule, stdout: silent, stderr: silent, env,
  });
  python.FS.writeFile(ARCHIVE, new Uint8Array(files["modules.zip"]));
  for (const name of packages) python.unpackArchive(files[name], "zip", { extractDir: PACKAGES });
  const { path } = python.pyimport("sys");
  for (const place of [PACKAGES, ARCHIVE]) path.insert(0, place);
  Object.assign(globalThis, { fetch, importScripts });
  return python;
}

addEventListener("message", ({ data: setup, ports: [port] }) => {
  let answer = null;
  port.onmessage = async ({ data: text }) => {
    try {
      if (answer) return port.postMessage(answer(text));
      answer = (await started(setup)).pyimport(text).Page().answer;
      port.postMessage("ready");
    } catch {
      port.postMessage("broken");
    }
  };
}, { once: true });
