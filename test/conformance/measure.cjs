// Measures the store beneath the crypto library: node test/conformance/measure.cjs [sessions] [rounds]
// Backends in turn, each in a fresh process: the library's memory store, fake-indexeddb, ours. Prints a table.
const { execFileSync } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const crypto = require('@matrix-org/matrix-sdk-crypto-wasm');

const WARM_UP = 200;
const DECRYPTS = Number(process.env.DECRYPTS ?? 1000);
const backends = ['memory', 'fake', 'ours'];
const room = new crypto.RoomId('!room:example.org');
const now = () => performance.now();

async function makeFixture(file, sessions) {
  await crypto.initAsync();
  const user = new crypto.UserId('@sender:example.org');
  const sender = await crypto.OlmMachine.initialize(user, new crypto.DeviceId('SENDER'));
  const events = [];
  for (let i = 0; i < sessions; i++) {
    await sender.invalidateGroupSession(room);
    await sender.shareRoomKey(room, [], new crypto.EncryptionSettings());
    if (events.length === WARM_UP + DECRYPTS) continue;
    const body = JSON.stringify({ msgtype: 'm.text', body: `message ${i}` });
    const content = JSON.parse(await sender.encryptRoomEvent(room, 'm.room.message', body));
    events.push(
      JSON.stringify({
        type: 'm.room.encrypted',
        event_id: `$event${i}`,
        sender: '@sender:example.org',
        origin_server_ts: 1_700_000_000_000 + i,
        room_id: '!room:example.org',
        content,
      }),
    );
  }
  const keys = await sender.exportRoomKeys(() => true);
  fs.writeFileSync(file, JSON.stringify({ events, keys }));
}

async function openStore(backend, directory) {
  const key = backend.endsWith('+key') ? new Uint8Array(32).fill(7) : null;
  if (backend.startsWith('memory')) return { handle: undefined, close() {} };
  let close = () => {};
  if (backend.startsWith('fake')) require('fake-indexeddb/auto');
  else {
    require('../support/registerSwc.cjs');
    const { createIndexedDb, installIndexedDb } = require('../../native-stores/indexeddb/index.ts');
    const store = createIndexedDb({
      directory,
      fileNames: (name) => `${name.replace(/\W/g, '_')}.db`,
      key: randomBytes(32),
    });
    installIndexedDb(store);
    close = store.close;
  }
  const handle = key
    ? await crypto.StoreHandle.openWithKey('bench', key)
    : await crypto.StoreHandle.open('bench');
  return { handle, close };
}

async function measure(backend, fixture) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'trellis-measure-'));
  await crypto.initAsync();
  const { events, keys } = JSON.parse(fs.readFileSync(fixture, 'utf8'));
  const result = {};
  let last = now();
  let cpu = process.cpuUsage();
  const lap = (name) => {
    const wallMs = now() - last;
    const { user, system } = process.cpuUsage(cpu);
    result[name] = { wallMs, cpuMs: (user + system) / 1000 };
    last = now();
    cpu = process.cpuUsage();
  };
  const { handle, close } = await openStore(backend, directory);
  const user = new crypto.UserId('@reader:example.org');
  const device = new crypto.DeviceId('READER');
  const machine = handle
    ? await crypto.OlmMachine.initFromStore(user, device, handle)
    : await crypto.OlmMachine.initialize(user, device);
  lap('open');
  await machine.importExportedRoomKeys(keys, () => {});
  lap('import');
  const settings = new crypto.DecryptionSettings(crypto.TrustRequirement.Untrusted);
  const decrypt = (event) => machine.decryptRoomEvent(event, room, settings);
  const measured = events.slice(WARM_UP);
  for (const event of events.slice(0, WARM_UP)) await decrypt(event);
  lap('warm up');
  await Promise.all(measured.map(decrypt));
  lap('together');
  for (const event of measured) await decrypt(event);
  lap('in turn');
  await Promise.all(measured.map(decrypt));
  lap('together again');
  await machine.roomKeyCounts();
  lap('key counts');
  machine.close();
  close();
  fs.rmSync(directory, { recursive: true, force: true });
  process.stdout.write(JSON.stringify(result));
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function main(sessions, rounds) {
  const fixture = path.join(os.tmpdir(), `trellis-measure-${process.pid}.json`);
  const self = (...args) =>
    execFileSync(process.execPath, [__filename, ...args], { encoding: 'utf8', maxBuffer: 1 << 24 });
  self('--fixture', fixture, String(sessions));
  const wanted = process.env.BACKENDS ? process.env.BACKENDS.split(',') : backends;
  const samples = Object.fromEntries(wanted.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? wanted : [...wanted].reverse();
    for (const backend of order) samples[backend].push(JSON.parse(self('--run', backend, fixture)));
  }
  fs.rmSync(fixture);
  for (const unit of ['wallMs', 'cpuMs']) {
    process.stdout.write(`median of ${rounds}, ${unit}\n`);
    console.table(Object.fromEntries(wanted.map((name) => [name, row(samples[name], unit)])));
  }
}

function row(samples, unit) {
  const laps = Object.keys(samples[0]);
  return Object.fromEntries(
    laps.map((lap) => [lap, Math.round(median(samples.map((sample) => sample[lap][unit])))]),
  );
}

const [mode, ...rest] = process.argv.slice(2);
if (mode === '--fixture') void makeFixture(rest[0], Number(rest[1]));
else if (mode === '--run') void measure(rest[0], rest[1]);
else main(Number(mode ?? 10_010), Number(rest[0] ?? 3));
