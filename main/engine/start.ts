// The entry of the engine's process: runs the bundle of `host.ts` from compiled code. Node's own cache keeps only the code that V8 compiles
// before a script runs, which is little of a bundle; this one is written when a start has answered its windows, with every function that
// ran until then. Must not import a module that a start has to compile.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Hash of all files of this build: V8 compares its own version and flags, but only the length of a source. */
declare const __webpack_hash__: string;
/** Node's own require: the bundle of the host is beside this one. */
declare const __non_webpack_require__: NodeJS.Require;

type Body = (
  exports: object,
  require: NodeJS.Require,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

interface Host {
  readonly answered: Promise<void>;
}

const bundle = join(__dirname, 'engineHost.js');

/** The header of the cache file: the build and a checksum of the code, because V8 does not check the code and disks lose sectors. */
const markOf = (code: Uint8Array): string =>
  `${__webpack_hash__} ${code.byteLength} ${crc32(code).toString(16)}`.padEnd(markBytes);
const markBytes = 64;

/** Undefined when there is none for this build. */
function readCode(path: string): Buffer | undefined {
  try {
    const kept = readFileSync(path);
    const code = kept.subarray(markBytes);
    return kept.toString('latin1', 0, markBytes) === markOf(code) ? code : undefined;
  } catch {
    // Missing or unreadable: the bundle is compiled again.
    return undefined;
  }
}

function keepCode(folder: string, path: string, code: Buffer): void {
  try {
    mkdirSync(folder, { recursive: true });
    const half = `${path}.${process.pid}`;
    writeFileSync(half, Buffer.concat([Buffer.from(markOf(code)), code]), { flush: true });
    renameSync(half, path);
  } catch {
    // The next start compiles again.
  }
}

function run(cachedData: Buffer | undefined): { script: Script; host: Host } {
  const head = '(function (exports, require, module, __filename, __dirname) {';
  const script = new Script(`${head}${readFileSync(bundle, 'utf8')}\n})`, {
    filename: bundle,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const module = { exports: {} };
  const body = script.runInThisContext() as Body;
  body(module.exports, __non_webpack_require__, module, bundle, __dirname);
  return { script, host: module.exports as Host };
}

function start(): void {
  // The folder that main names for compiled code. It holds nothing of an account.
  const folder = process.env['NODE_COMPILE_CACHE'];
  if (folder === undefined) return void run(undefined);
  const path = join(folder, 'engine.code');
  const kept = readCode(path);
  const { script, host } = run(kept);
  if (kept === undefined || script.cachedDataRejected === true)
    void host.answered.then(() => keepCode(folder, path, script.createCachedData()));
}

start();
