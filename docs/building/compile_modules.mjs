// Packs Python modules as a page imports them: compiled by the Python of Pyodide, without docstrings, in one archive.
//
// node compile_modules.mjs PYODIDE ARCHIVE ROOT FILE...: a file is a wheel or another archive, whose content goes in, or a module,
// whose package is its path from the root.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const PACK = `
from compileall import compile_dir
from pathlib import Path
from py_compile import PycInvalidationMode
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

here = Path("/packed")
unchecked = PycInvalidationMode.UNCHECKED_HASH
if not compile_dir(here, quiet=1, legacy=True, optimize=2, stripdir=str(here), invalidation_mode=unchecked):
    raise RuntimeError("a module cannot be compiled")
with ZipFile("/packed.zip", "w", ZIP_DEFLATED) as archive:
    for file in sorted(here.rglob("*")):
        if file.is_file() and file.suffix not in {".py", ".pyi"}:
            name = ZipInfo(str(file.relative_to(here)))  # whose date is always the same
            archive.writestr(name, file.read_bytes(), ZIP_DEFLATED, 9)
`;

const [pyodide, archive, root, ...files] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide });
python.FS.mkdir("/packed");
for (const file of files) {
  const bytes = new Uint8Array(readFileSync(file)); // Python takes no Buffer
  const format = { whl: "wheel", zip: "zip" }[file.split(".").at(-1)];
  const place = join("/packed", relative(root, file));
  if (format) {
    python.unpackArchive(bytes, format, { extractDir: "/packed" });
  } else {
    python.FS.mkdirTree(dirname(place));
    python.FS.writeFile(place, bytes);
  }
}
python.runPython(PACK);
writeFileSync(archive, python.FS.readFile("/packed.zip"));
