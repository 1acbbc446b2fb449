// Writes into a profile until it is killed: outbox rows, the crypto inbox, and IndexedDB records in shared commits. Says what is there
// when it starts, then each commit when it is acknowledged. Arguments: folder, key in hex, first number, `FULL` or what to use instead.
import { writeSync } from 'node:fs';
import { createIndexedDb } from '#stores/indexeddb/index';
import { insertOutbox, nextSeq, outboxPending } from '#stores/outbox/outbox';
import { ensureRoom } from '#stores/rooms/rooms';
import { countInbox, deleteInbox, pushInbox, readInbox } from '#stores/settings/inbox';
import { openStore } from '#stores/profile/open';
import { silentLog } from '../silentLog';

export interface Found {
  readonly outbox: readonly number[];
  /** The newest row of the inbox: written together with the newest of the outbox. */
  readonly inbox: number;
  readonly records: readonly number[];
  readonly integrity: readonly string[];
}

const [, , folder = '', keyHex = '', firstText = '0', synchronous = 'FULL'] = process.argv;
const key = Buffer.from(keyHex, 'hex');
const say = (line: string): void => void writeSync(1, `${line}\n`);

const store = openStore({ folder, key, log: silentLog });
const { db } = store;
const indexedDb = createIndexedDb({ directory: folder, fileNames: () => 'crypto.db', key });

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDb.factory.open('crypto', 1) as unknown as IDBOpenDBRequest;
    request.onupgradeneeded = () => void request.result.createObjectStore('records');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(request.error?.name ?? 'open'));
  });

const keysOf = (crypto: IDBDatabase): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const request = crypto.transaction(['records']).objectStore('records').getAllKeys();
    request.onsuccess = () => resolve(request.result.map(Number));
    request.onerror = () => reject(new Error(request.error?.name ?? 'read'));
  });

/** IndexedDB keeps its connection to itself: the pragma goes through the object that holds it. */
const sqliteOf = (crypto: IDBDatabase): { prepare(sql: string): { all(): unknown[] } } =>
  (
    crypto as unknown as {
      backend: { file: { prepare(sql: string): { all(): unknown[] } } };
    }
  ).backend.file;

function check(crypto: IDBDatabase): string[] {
  const answers = [
    ...db.prepare('PRAGMA integrity_check').all(),
    ...sqliteOf(crypto).prepare('PRAGMA integrity_check').all(),
  ];
  return answers.map((row) => String(Object.values(row as object)[0]));
}

function writeRow(roomNo: number, n: number): void {
  store.write(() => {
    insertOutbox(db, {
      localKey: `~${n}`,
      requestId: `request ${n}`,
      roomNo,
      seq: nextSeq(db),
      txnId: `t${n}`,
      status: 'queued',
      type: 'm.room.message',
      content: { body: `text ${n}`.repeat(n % 90) },
      attachment: null,
      waitsFor: null,
      tries: 0,
      error: null,
      eventId: null,
      createdMs: n,
    });
    pushInbox(db, { n });
    // Most of it is taken over by crypto at once, as in the engine.
    const [oldest] = readInbox(db, 1);
    if (oldest !== undefined && countInbox(db) > 3) deleteInbox(db, oldest.inboxNo);
  });
  say(`outbox ${n}`);
  // The log is written back now and then, in the middle of everything.
  if (n % 61 === 60) db.pragma('wal_checkpoint(RESTART)');
}

function writeRecord(crypto: IDBDatabase, n: number): void {
  const transaction = crypto.transaction(['records'], 'readwrite');
  transaction.objectStore('records').put({ n, filler: 'x'.repeat(n % 2000) }, n);
  transaction.oncomplete = () => say(`record ${n}`);
}

async function run(): Promise<void> {
  const crypto = await open();
  const found: Found = {
    outbox: outboxPending(db).map(({ localKey }) => Number(localKey.slice(1))),
    inbox: Number(readInbox(db, 10).at(-1)?.content['n'] ?? -1),
    records: await keysOf(crypto),
    integrity: check(crypto),
  };
  say(`found ${JSON.stringify(found)}`);
  const roomNo = store.write(() => ensureRoom(db, '!power:example.org'));
  if (synchronous !== 'FULL') db.pragma(`synchronous = ${synchronous}`);
  let n = Number(firstText);
  const round = (): void => {
    // Several at a time share a commit.
    for (let i = 0; i < 5; i += 1) writeRecord(crypto, n + i);
    for (let i = 0; i < 5; i += 1) writeRow(roomNo, n + i);
    n += 5;
    setImmediate(round);
  };
  round();
}

void run();
