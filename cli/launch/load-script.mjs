// Compiled CommonJS → what it exports: this program, templates and their libraries. V8's own form of a script, with the functions that ran,
// is kept beside it: the next process need not parse and compile them again. Node does the same from 22.1 on (`module.enableCompileCache`),
// for whole processes. Plain Node: it loads what was compiled.
import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute } from "node:path";
import { cachedDataVersionTag, setFlagsFromString } from "node:v8";
import { Script } from "node:vm";
import { isMainThread } from "node:worker_threads";

// Else V8 drops the code of what runs once, such as a script as a whole, before the process ends, and the kept code lacks it: each process
// would compile 2.6 MB of the program again (50 of 370 ms of processor time in a build of 26 pages). Options hold for all threads.
if (isMainThread) setFlagsFromString("--no-flush-bytecode");

const loaded = new Map();
/** Scripts whose code is to be kept when the process ends: then it is known what ran. */
const unkept = new Map();

/**
 * An absolute path that the script requires is another such script. A file is named after its content: it is loaded once. `importModule` is
 * `__import` in the script, which cannot import by itself.
 */
export function loadScript(file, importModule) {
  const known = loaded.get(file);
  if (known) return known.exports;
  const source = readWrapped(file);
  const cachedData = readCode(file, source);
  const text = isAscii(source) ? source.latin1Slice() : source.toString("utf8");
  const script = new Script(text, { filename: file, lineOffset: -1, cachedData });
  // One thread is enough to keep it.
  if ((cachedData === undefined || script.cachedDataRejected) && isMainThread) {
    if (unkept.size === 0) process.once("exit", keepCode);
    unkept.set(file, { script, source });
  }
  const requireOther = createRequire(file);
  const require = (name) => (isAbsolute(name) ? loadScript(name) : requireOther(name));
  const module = { exports: {} };
  loaded.set(file, module);
  try {
    script.runInThisContext()(module.exports, require, module, file, dirname(file), importModule);
  } catch (error) {
    loaded.delete(file);
    throw error;
  }
  return module.exports;
}

const BEFORE = "(function (exports, require, module, __filename, __dirname, __import) {\n";
const AFTER = "\n})";

/** A script as one function. Its bytes are read between those of the wrapper: V8 would copy a text that is put together. */
function readWrapped(file) {
  const descriptor = openSync(file, "r");
  try {
    const source = Buffer.alloc(BEFORE.length + fstatSync(descriptor).size + AFTER.length);
    source.write(BEFORE, "latin1");
    readSync(descriptor, source, BEFORE.length, source.length - BEFORE.length - AFTER.length, 0);
    source.write(AFTER, source.length - AFTER.length, "latin1");
    return source;
  } finally {
    closeSync(descriptor);
  }
}

/** Frees its memory. */
export function forgetScript(file) {
  loaded.delete(file);
  unkept.delete(file);
}

/**
 * Code refers to what is built into Node: another build of the same V8 accepts it and crashes. So each has its own, and so has each set of
 * V8's options.
 */
function codeFile(file) {
  const { size, mtimeMs } = statSync(process.execPath, { throwIfNoEntry: false }) ?? {};
  const build = [process.version, process.platform, process.arch, process.execPath, size, mtimeMs];
  const id = createHash("sha1")
    .update(`${build.join(" ")} ${cachedDataVersionTag()}`)
    .digest("hex");
  return `${file}.${id.slice(0, 8)}.code`;
}

/** V8 compares only the length of the source, and trusts the code. */
const hashOf = (source, code) => createHash("sha1").update(source).update(code).digest();

const HASH_BYTES = 20;

function readCode(file, source) {
  try {
    const kept = readFileSync(codeFile(file));
    const code = kept.subarray(HASH_BYTES);
    return hashOf(source, code).equals(kept.subarray(0, HASH_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function keepCode() {
  for (const [file, { script, source }] of unkept) {
    const path = codeFile(file);
    const aside = `${path}.${process.pid}`;
    try {
      const code = script.createCachedData();
      writeFileSync(aside, Buffer.concat([hashOf(source, code), code]));
      renameSync(aside, path);
    } catch {
      // The folder is gone or read-only, or the disk is full: the next process compiles again.
      rmSync(aside, { force: true });
    }
  }
  unkept.clear();
}
