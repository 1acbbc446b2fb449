// The value `news`: what "mark all as read" would mark, and what it leaves. Chats and folders in one store, without a server.
import type { News } from '#contract/areas/notifications';
import { notificationCalls } from '#engine/contract/notificationCalls';
import { roomsWithUnreadThreads } from '#engine/threads/unread';
import { createReading } from '#engine/rooms/unread/reading';
import { createNewsView } from '#engine/views/news';

import { updateRoom } from '#stores/rooms/rooms';
import { alice, bob, create, member, message, threaded } from '../../fixtures/events';
import { entry, fileMessage } from '../../fixtures/files';
import { silentLog } from '../../support/silentLog';
import { filesBench, treeLines, type FilesBench } from '../files/bench';

let bench: FilesBench;
beforeEach(() => {
  bench = filesBench();
});
afterEach(() => bench.temp.remove());

const garden = '!garden:example.org';
const chat = '!chat:example.org';

function newsNow(): () => News {
  const { deps } = bench;
  let news: News = { chats: -1, folders: -1 };
  const view = createNewsView(deps, { set: (next) => (news = next), fail: () => undefined });
  deps.store.onCommit((changes) => {
    bench.clock.pass(60_000);
    view.refresh(changes);
  }, 'inside');
  return () => news;
}

function markAll(): Promise<News> {
  const { store, clock, forest } = bench.deps;
  const http = { request: () => Promise.reject(new Error('there is no server')) };
  const reading = createReading({
    ...{ http: http as never, store, ownUserId: alice, clock, log: silentLog },
    onOwnReceipt: () => undefined,
    inThreads: () => ({ unread: 0, highlights: 0 }),
    threadNews: () => roomsWithUnreadThreads(store.db, alice),
  });
  const network = { ready: () => Promise.resolve({ reading }) } as never;
  return notificationCalls({ network, store, forest, ownUserId: () => alice }).markAllRead();
}

const count = (roomNo: number, fields: { unread?: number; markedUnread?: boolean }): void =>
  bench.deps.store.write((changes) => {
    updateRoom(bench.deps.store.db, roomNo, fields);
    changes.room(roomNo);
  });

test('chats and folders with news are counted apart; a folder in which nothing is new counts as nothing', async () => {
  const news = newsNow();
  bench.directory(garden, 'Garden');
  // Somebody else wrote there, but no file changed: no list shows anything new.
  bench.arrive(garden, message('not a file', { sender: bob }));
  bench.file(garden, 'own.txt');
  expect(news()).toEqual({ chats: 0, folders: 0 });
  expect(await markAll()).toEqual({ chats: 0, folders: 0 });

  const chatNo = bench.room(chat, [create(), member(alice, 'join')]);
  bench.arrive(chat, message('hello', { sender: bob }));
  count(chatNo, { unread: 1 });
  expect(news()).toEqual({ chats: 1, folders: 0 });

  bench.arrive(garden, fileMessage('theirs.txt', { id: '$theirs', sender: bob }), {
    ...entry('$theirs', { active: true, name: 'theirs.txt' }),
    sender: bob,
  });
  expect(news()).toEqual({ chats: 1, folders: 1 });
  const trees = bench.trees();
  expect(treeLines(trees.value())).toContain('Garden !new');
  expect(await markAll()).toEqual({ chats: 1, folders: 1 });
  expect(news()).toEqual({ chats: 0, folders: 0 });
  expect(treeLines(trees.value())).toContain('Garden');

  count(chatNo, { markedUnread: true });
  expect(news()).toEqual({ chats: 1, folders: 0 });
  expect(await markAll()).toEqual({ chats: 1, folders: 0 });
});

test('a chat whose row counts nothing, but in whose threads something is unread, is marked with the others', async () => {
  const news = newsNow();
  bench.room(chat, [create(), member(alice, 'join')]);
  bench.arrive(chat, message('hello', { id: '$hello', sender: alice }));
  expect(news()).toEqual({ chats: 0, folders: 0 });
  bench.arrive(chat, threaded('an answer', '$hello', { latest: '$hello' }, { sender: bob }));
  expect(news()).toEqual({ chats: 1, folders: 0 });
  expect(await markAll()).toEqual({ chats: 1, folders: 0 });
  expect(news()).toEqual({ chats: 0, folders: 0 });
});
