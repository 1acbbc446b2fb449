// One profile for each schema that ever was, as files: each opens, and has in it what was put in. And no migration changes any more.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pageOfTimeline } from '#stores/events/timeline';
import { migrations } from '#stores/migrations/all';
import { outboxOfRoom } from '#stores/outbox/outbox';
import { openStore } from '#stores/profile/open';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { getDraft } from '#stores/settings/drafts';
import { getSetting } from '#stores/settings/settings';
import { quiet, tempFolder } from '../support/tempStore';
import {
  draft,
  makeMissing,
  profileFile,
  profileKey,
  rooms,
  topic,
  waiting,
  written,
} from './make';

if (process.env['TRELLIS_MAKE_PROFILES'] === '1') makeMissing();

/** A migration that ran somewhere is never edited: what it should have done else is a further migration. */
const frozen: Readonly<Record<number, string>> = {
  10: '20ee99de5c1a66eb',
  20: 'a9a53f3077f60b54',
  30: 'e464da0c6a831b8e',
  40: '523702fe28e066ce',
  50: 'c48a3539b695c7b9',
  60: '1155aa82bc3938b7',
  70: '066ed1076fb4fe82',
  80: '464f9c55c14ad9a8',
  90: '6aa952be54505c06',
  100: '84ae4ba87c57ef88',
  105: '9884e45d0a2a3b38',
  110: '2bc8fff4031aa8f8',
  130: '413ce1c85b73d2a7',
  150: 'f945f678249217d1',
  170: '7b857a1348d1256e',
  175: '99285969f92a5795',
  180: 'dec5a59a762f6327',
  185: '6597617a1f97bb18',
  190: '3299eefa511ff493',
  205: 'da492f5ac45fc102',
  210: 'd49a77466b96e385',
  220: 'f0c1bc6edfe25ad4',
  225: '7e59fed6b29b7653',
  230: 'e3b0c44298fc1c14',
  245: '6c0c387ca493dfdd',
  250: '62f3f07fb33a84d9',
  260: 'ebfbd5226be49538',
  270: 'e53222cdd3ede0f8',
  280: 'ca9315772b1b9b05',
  290: '91f1ad767498d796',
  300: '4f2ace20016d3a80',
  310: 'f22e36a24f2ea55f',
  320: '8e3d525e696416a0',
  330: 'd70d7c5f1fb41e9a',
  340: '7fb73b57ad90f681',
};

test('no migration has changed', () => {
  const hashes = migrations.map(({ version, sql }) => [
    version,
    createHash('sha256').update(sql).digest('hex').slice(0, 16),
  ]);
  expect(Object.fromEntries(hashes)).toEqual(frozen);
});

test('every schema has its profile', () => {
  expect(migrations.filter(({ version }) => !existsSync(profileFile(version)))).toEqual([]);
});

test.each(migrations.map(({ version }) => [version]))(
  'a profile of schema %i has all that was put in',
  (version) => {
    const folder = tempFolder();
    copyFileSync(profileFile(version), join(folder, 'events.db'));
    const store = openStore({ folder, key: profileKey, log: quiet });
    const { db } = store;
    const found = rooms.map((roomId) => {
      const roomNo = roomNoOf(db, roomId) ?? 0;
      const page = pageOfTimeline(db, { roomNo, limit: 10 });
      return {
        membership: getRoom(db, roomNo)?.membership,
        events: page.events.map((event) => event.raw),
        gaps: page.gaps.map((gap) => gap.prevToken),
        topic: getState(db, roomNo, 'm.room.topic')?.raw,
        columns: [getRoom(db, roomNo)?.topic, getRoom(db, roomNo)?.version],
        files: db
          .prepare('SELECT name, mime_type, size_bytes FROM files WHERE room_no = ?')
          .all(roomNo),
      };
    });
    expect(found).toEqual(
      rooms.map(() => ({
        membership: 'join',
        events: written,
        gaps: ['the gap'],
        topic,
        columns: [topic.content['topic'], expect.any(String)],
        files: [{ name: 'paper.pdf', mime_type: 'application/pdf', size_bytes: 1234 }],
      })),
    );
    expect(getDraft(db, roomNoOf(db, rooms[0] ?? '') ?? 0)).toMatchObject(draft);
    expect(outboxOfRoom(db, roomNoOf(db, rooms[1] ?? '') ?? 0)).toMatchObject([
      { localKey: '~key', txnId: 'txn', status: 'queued', content: waiting },
    ]);
    expect(getSetting(db, 'nextBatch')).toBe('s1');
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    store.close();
    rmSync(folder, { recursive: true, force: true });
  },
);
