// Runs Python in Pyodide under node: run_in_node.mjs RUNTIME [--zip ARCHIVE] [--mount FOLDER]… SCRIPT [ARGUMENT]…
// RUNTIME is a folder with pyodide.mjs and what it loads, compressed or not. An archive is unpacked where Python finds
// packages. A mounted folder has the same name inside, so that scripts read and write files as they do outside.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

function readOptions(words) {
  const options = { runtime: resolve(words.shift()), zips: [], mounts: [], script: "", args: [] };
  while (words[0] === "--zip" || words[0] === "--mount") {
    (words.shift() === "--zip" ? options.zips : options.mounts).push(resolve(words.shift()));
  }
  options.script = resolve(words.shift());
  options.args = words;
  return options;
}

/** The content of a file that may be stored compressed. */
function read(path) {
  return new Uint8Array(existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`)));
}

/** A folder in which nothing is compressed: under node, Pyodide reads its files by name. */
function unpack(runtime) {
  const folder = mkdtempSync(join(tmpdir(), "unjam-pyodide-"));
  for (const name of readdirSync(runtime)) {
    const plain = name.replace(/\.gz$/, "");
    if (plain === name) symlinkSync(join(runtime, name), join(folder, name));
    else writeFileSync(join(folder, plain), read(join(runtime, plain)));
  }
  return folder;
}

async function load(runtime) {
  const folder = unpack(runtime);
  try {
    const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => /^(PYTHON|UNJAM)/.test(name)),
    );
    return await loadPyodide({ indexURL: folder, packages: [], env: { HOME: "/home", ...env } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes everything, also to a pipe that is full for a moment. */
function writeAll(file, bytes) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(file, bytes, at);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
  return bytes.length;
}

async function main({ runtime, zips, mounts, script, args }) {
  const python = await load(runtime);
  python.setStdout({ write: (bytes) => writeAll(1, bytes) });
  python.setStderr({ write: (bytes) => writeAll(2, bytes) });
  for (const zip of zips) {
    python.unpackArchive(read(zip), "zip", {
      extractDir: python.runPython("import site; site.getsitepackages()[0]"),
    });
  }
  for (const folder of mounts) {
    python.FS.mkdirTree(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
  }
  python.globals.set("words", python.toPy([script, ...args]));
  python.runPython(`
import importlib, os, runpy, sys
importlib.invalidate_caches()
sys.argv = list(words)
sys.path.insert(0, os.path.dirname(sys.argv[0]))
del words
runpy.run_path(sys.argv[0], run_name="__main__")
`);
}

// Node would show the line of an uncaught error, which is the whole of a file here.
try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error.message ?? error);
  process.exitCode = 1;
}
