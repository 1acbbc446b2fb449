// A process that is killed by durability.test.ts. Arguments: task, directory, key in hex, and for `import` a file of keys.
// Says `start n` before and `ack n` after each piece of work.
const { readFileSync, writeSync } = require('node:fs');

require('../support/registerSwc.cjs');
const { createIndexedDb, installIndexedDb } = require('../../native-stores/indexeddb/index.ts');

const [task, directory, key, input] = process.argv.slice(2);
const say = (text) => writeSync(1, `${text}\n`);
const store = createIndexedDb({
  directory,
  fileNames: (name) => `${name.replace(/\W/g, '_')}.db`,
  key: Buffer.from(key, 'hex'),
  onFatal: (error) => say(`fatal ${error.code ?? error.message}`),
});

function open() {
  return new Promise((resolve, reject) => {
    const request = store.factory.open('db', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('a').createIndex('n', 'n');
      request.result.createObjectStore('b');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Forty writers at any time, each with one record in both stores. */
async function write() {
  const db = await open();
  let next = Number(input);
  const one = () => {
    const n = next++;
    const transaction = db.transaction(['a', 'b'], 'readwrite');
    transaction.objectStore('a').put({ n, filler: 'x'.repeat(n % 3000) }, `key ${n}`);
    transaction.objectStore('b').put(n, `key ${n}`);
    transaction.oncomplete = () => {
      say(`ack ${n}`);
      one();
    };
    transaction.onabort = () => {
      say(`abort ${n} ${transaction.error?.name}`);
      setImmediate(() => process.exit(3));
    };
  };
  for (let i = 0; i < 40; i++) one();
}

async function importKeys() {
  installIndexedDb(store);
  const crypto = require('@matrix-org/matrix-sdk-crypto-wasm');
  await crypto.initAsync();
  const machine = await crypto.OlmMachine.initFromStore(
    new crypto.UserId('@alice:example.org'),
    new crypto.DeviceId('DEVICE'),
    await crypto.StoreHandle.open('account'),
  );
  say(`identity ${machine.identityKeys.ed25519.toBase64()}`);
  const batches = JSON.parse(readFileSync(input, 'utf8'));
  for (const [n, batch] of batches.entries()) {
    say(`start ${n}`);
    await machine.importExportedRoomKeys(JSON.stringify(batch), () => {});
    say(`ack ${n}`);
  }
  say('done');
}

void (task === 'write' ? write() : importKeys());
