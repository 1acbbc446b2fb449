// A file of a directory is sent to a chat: no byte is sent again, but into one that is not encrypted it goes decrypted, if the person says so.
import { randomBytes } from 'node:crypto';
import type { FileRow } from '#contract/areas/files/filesModels';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { onePixel } from '../../support/onePixel';
import { requestId } from '../support';
import { clean, drop, networkBack, newTree, openStage, savedHash, sha256, type Stage } from './kit';

let stage: Stage;
let tree: string;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());
beforeEach(async () => {
  tree = await newTree(stage.alice);
});
afterEach(() => clean(stage));

async function chat(encrypted: boolean): Promise<string> {
  const { roomId } = await stage.alice.call('createRoom', {
    ...{ requestId: requestId(), name: 'Chat', topic: null, direct: false },
    ...{ encrypted, public: false, invite: [] },
  });
  return roomId;
}

const uploads = (): number =>
  stage.proxy.log.filter(({ path }) => path.includes('/v3/upload')).length;

type FileMessage = Extract<TimelineItem, { kind: 'message' }>;

/** The files that are in a conversation, once there are so many and all are sent. */
async function filesIn(roomId: string, count: number, threadId: string | null = null) {
  const isFile = (item: TimelineItem): item is FileMessage =>
    item.kind === 'message' && ['file', 'image'].includes(item.body.type) && item.eventId !== null;
  const query = { roomId, threadId, around: null, limit: 20 };
  const items = await stage.alice.list(
    'timeline',
    query,
    (all) => all.filter(isFile).length === count,
  );
  return items.filter(isFile);
}

async function putFile(name: string, bytes: Buffer, clash?: 'new_version'): Promise<FileRow> {
  const { alice, files } = stage;
  files.write({ [name]: bytes });
  await drop(alice, tree, [`${files.path}/${name}`], clash === undefined ? {} : { clash });
  const size = (row: { kind: string; sizeBytes?: number | null }) => row.sizeBytes;
  const [row] = await alice.list(
    'directoryItems',
    {
      ...{ roomId: tree, sort: { by: 'name', descending: false } as const },
      ...{ text: '', deleted: false, limit: 10 },
    },
    (rows) =>
      rows.length === 1 &&
      rows[0]?.kind === 'file' &&
      size(rows[0]) === bytes.length &&
      rows[0].entryId !== null &&
      rows[0].media !== null,
  );
  if (row?.kind !== 'file') throw new Error('no file');
  return row;
}

test('a picture of a directory is a picture in the chat', async () => {
  const { alice } = stage;
  const roomId = await chat(true);
  const { entryId } = await putFile('photo.png', Buffer.concat([onePixel(), randomBytes(3000)]));
  const from = { roomId: tree, eventId: entryId ?? '' };
  await alice.call('forwardMessage', { requestId: requestId(), roomId, from });
  const [sent] = await filesIn(roomId, 1);
  expect(sent?.body).toMatchObject({ type: 'image', media: { fileName: 'photo.png' } });
}, 90_000);

test('a file of a directory is sent to a chat as it is now: the newest version, by its name there', async () => {
  const { alice, files } = stage;
  const encrypted = await chat(true);
  await putFile('draft.txt', randomBytes(4000));
  const bytes = randomBytes(5000);
  const { entryId } = await putFile('draft.txt', bytes, 'new_version');
  await alice.call('renameFile', { roomId: tree, entryId: entryId ?? '', name: 'final.txt' });
  const from = { roomId: tree, eventId: entryId ?? '' };
  const before = uploads();
  await alice.call('forwardMessage', { requestId: requestId(), roomId: encrypted, from });
  const [sent] = await filesIn(encrypted, 1);
  const body = sent?.body.type === 'file' ? sent.body : null;
  expect(body?.media).toMatchObject({ fileName: 'final.txt', encrypted: true });
  expect([body?.caption, sent?.forwarded]).toEqual([null, undefined]);
  expect(await savedHash(alice, files.path, body?.media.handle ?? '')).toBe(sha256(bytes));
  // Into a thread of the chat as well.
  const threadId = sent?.eventId ?? '';
  const thread = { requestId: requestId(), roomId: encrypted, threadId, from };
  await alice.call('forwardMessage', thread);
  expect(await filesIn(encrypted, 2, threadId)).toHaveLength(2);
  expect(uploads()).toBe(before);
  const plain = { requestId: requestId(), roomId: await chat(false), from };
  await expect(alice.call('forwardMessage', plain)).rejects.toMatchObject({
    error: { code: 'conflict', data: { reason: 'keys' } },
  });
}, 90_000);

test('a picture of a directory goes decrypted into a chat that is not encrypted, also after a kill', async () => {
  const { alice, files, proxy } = stage;
  const roomId = await chat(false);
  const bytes = Buffer.concat([onePixel(), randomBytes(3000)]);
  const { entryId } = await putFile('photo.png', bytes);
  const from = { roomId: tree, eventId: entryId ?? '' };
  await proxy.setDown(true);
  await alice.call('forwardMessage', { requestId: requestId(), roomId, from, inClear: true });
  await stage.startAgain();
  await networkBack(stage);
  const [sent] = await filesIn(roomId, 1);
  const body = sent?.body.type === 'image' ? sent.body : null;
  expect(body?.media).toMatchObject({ fileName: 'photo.png', encrypted: false });
  expect(await savedHash(stage.alice, files.path, body?.media.handle ?? '')).toBe(sha256(bytes));
}, 90_000);
