// Python in a thread: first takes the name of a module, then questions as JSON, and posts answers as JSON.
const ARCHIVE = "/modules.zip";
let answering = null;

async function start(module) {
  const here = (name) => new URL(`python/${name}`, import.meta.url).href;
  let done = 0;
  const counted = async (promise) => {
    const result = await promise;
    done += 1;
    postMessage({ progress: done / 3 });
    return result;
  };
  const load = async () => (await import(here("pyodide.mjs"))).loadPyodide({ indexURL: here("") });
  const [python, modules] = await Promise.all([counted(load()), counted(fetched(here("modules.zip")))]);
  python.FS.writeFile(ARCHIVE, new Uint8Array(modules));
  python.pyimport("sys").path.insert(0, ARCHIVE);
  const { answer } = python.pyimport(module).Page();
  counted();
  return answer;
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} failed to load (HTTP ${response.status})`);
  return response.arrayBuffer();
}

addEventListener("message", async ({ data: { module, number, question } }) => {
  if (module) {
    answering = start(module);
    answering.catch(() => {}); // the first question reports it
    return;
  }
  try {
    const answer = await answering;
    postMessage({ number, answer: answer(question) });
  } catch (problem) {
    postMessage({ number, problem: problem.message.trim().split("\n").at(-1) });
  }
});
