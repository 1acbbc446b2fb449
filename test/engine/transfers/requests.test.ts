// Number of requests for a dropped folder of small files: those of each file, and next to none besides.
import { join } from 'node:path';
import { quietMs } from '#engine/crypto/keyQueries';
import { heardMs } from '#engine/devices/devices';
import { requestId } from '../support';
import { allDone, newTree, openStage, ticketFor, type Stage } from './kit';

const fileCount = 40;
const folders = ['', '/a', '/b', '/c'];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());

test('a file costs three requests, a directory three, and keys are asked for once a file at most', async () => {
  const { alice, files, proxy } = stage;
  const tree = await newTree(alice);
  const paths = Array.from(
    { length: fileCount },
    (_, index) => `many${folders[index % folders.length]}/${index}.bin`,
  );
  files.write(Object.fromEntries(paths.map((path, index) => [path, 1000 * (index + 1)])));
  const before = proxy.log.length;
  const startedMs = Date.now();
  const ticket = ticketFor(alice, join(files.path, 'many'), 'read', true);
  const target = { requestId: requestId(), roomId: tree, clash: 'keep_both' as const };
  await alice.call('upload', { ...target, tickets: [ticket], versionOf: null });
  await allDone(alice, fileCount + folders.length);
  const requests = proxy.log.slice(before);
  const count = (method: string, part: string): number =>
    requests.filter((request) => request.method === method && request.path.includes(part)).length;
  const needed = {
    upload: count('POST', '/media/v3/upload'),
    send: count('PUT', '/send/m.room.encrypted'),
    entry: count('PUT', '/state/org.matrix.msc3089.branch'),
    createRoom: count('POST', '/createRoom'),
    link: count('PUT', '/state/m.space.child'),
  };
  const [perFile, perFolder] = [fileCount, folders.length];
  expect(needed).toEqual({
    upload: perFile,
    send: perFile,
    entry: perFile,
    createRoom: perFolder,
    link: perFolder,
  });
  expect(count('GET', '/members')).toBeLessThanOrEqual(perFolder + 1);
  const queries = count('POST', '/keys/query');
  // The one device in a room waits for its own list before it encrypts; one query serves all that encrypt at the time. What is only
  // told again is asked for once in a pause.
  const pauses = Math.ceil((Date.now() - startedMs) / quietMs);
  expect(queries).toBeLessThanOrEqual(perFile + pauses);
  // A room that is new to the account may be its new device, as sync tells it.
  const devices = count('GET', '/v3/devices');
  expect(devices).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - startedMs) / heardMs));
  const others = requests.length - 3 * perFile - 2 * perFolder - queries - devices;
  expect(others - count('GET', '/sync') - count('GET', '/members')).toBeLessThanOrEqual(2);
}, 180_000);
