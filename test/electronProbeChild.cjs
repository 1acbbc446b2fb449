// The utility process of electronProbe.cjs: opens an encrypted database and loads the wasm, then says so.
const { mkdtempSync, rmSync } = require('node:fs');
const { createRequire } = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const load = createRequire(join(process.argv[2], 'package.json'));

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-probe-'));
  const Database = load('better-sqlite3');
  const db = new Database(join(folder, 'probe.db'));
  db.pragma("key='probe'");
  const { v } = db.prepare('SELECT sqlite_version() AS v').get();
  db.close();
  rmSync(folder, { recursive: true, force: true });
  const { initAsync } = await import(load.resolve('@matrix-org/matrix-sdk-crypto-wasm'));
  await initAsync();
  return `SQLite ${v}, wasm loaded`;
}

main().then(
  (value) => process.parentPort.postMessage(value),
  (error) => process.parentPort.postMessage(`failed: ${error.message}`),
);
