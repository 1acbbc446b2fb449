// Writes messages into a store until it is killed. Prints the number of each message after its commit: that is the promise that the
// parent checks. Arguments: folder.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { appendLive } from '#stores/ingest/timeline';
import { insertOutbox, nextSeq } from '#stores/outbox/outbox';
import { ensureRoom } from '#stores/rooms/rooms';
import { setSetting } from '#stores/settings/settings';
import { openStore } from '#stores/profile/open';
import { message, redaction } from '../../fixtures/events';
import { quiet, testKey } from './tempStore';

/** Number of the message whose commit is done; one line each. */
export type Report = number;

const folder = process.argv[2];
if (folder === undefined) throw new Error('folder missing');
// With the thread that the engine has: a kill may meet it while it writes.
const checkpointWorker = join(__dirname, '../../../.out/main/checkpointWorker.js');
const store = openStore({ folder, key: testKey, log: quiet, checkpointWorker });
const { db } = store;
const roomNo = store.write(() => ensureRoom(db, '!kill:example.org'));
const first = Number(process.argv[3] ?? 0);

for (let n = first; ; n += 1) {
  store.write(() => {
    const one = message(`text ${n}`, { id: `$${n}` });
    const events = n % 5 === 4 ? [one, redaction(`$${n - 1}`, { id: `$r${n}` })] : [one];
    appendLive(db, {
      roomNo,
      events,
      limited: n % 50 === 0,
      prevBatch: `t${n}`,
      receivedMs: n,
      ownUserId: null,
    });
    insertOutbox(db, {
      localKey: `~${n}`,
      requestId: `r${n}`,
      roomNo,
      seq: nextSeq(db),
      txnId: `t${n}`,
      status: 'queued',
      type: 'm.room.message',
      content: {},
      attachment: null,
      waitsFor: null,
      tries: 0,
      error: null,
      eventId: null,
      createdMs: n,
    });
    setSetting(db, 'nextBatch', n);
  });
  writeSync(1, `${n}\n`);
}
