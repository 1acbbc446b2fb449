// Rooms that are asked for before anybody opens them, over an engine in memory.
import '../jsdom';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId, roomRow } from '../../gallery/fixtures';

const accountId = 'account000';
const names = Array.from({ length: 30 }, (_, index) => `r${String(index).padStart(2, '0')}`);

/** The later its number, the longer nothing was said in it; the last two have something new. */
const rooms = names.map((name, index) =>
  roomRow(name, name, {
    activityMs: 1_000_000 - index,
    ...(index === 28 && { unread: 1 }),
    ...(index === 29 && { dot: true }),
  }),
);

async function open(): Promise<FakeEngine> {
  const navigation = { place: 'chats', roomId: roomId('r00'), turn: 'content', collapsed: [] };
  const invited = roomRow('invited', 'Invited', { membership: 'invite', section: 'invites' });
  const engine = createFakeEngine({
    ...exampleWorld(),
    ...{ timelines: {}, rooms: [invited, ...rooms], settings: { navigation } },
  });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByRole('heading', { name: 'r00', level: 1 });
  return engine;
}

const opened = (engine: FakeEngine): string[] =>
  engine.openedTimelines.map((query) => query.roomId);

test('R13 rooms with something new and those where something happened last are here before they are opened; the open one is asked for once', async () => {
  const engine = await open();
  const expected = ['r00', 'r28', 'r29', ...names.slice(1, 18)].map(roomId);
  await waitFor(() => expect(opened(engine)).toEqual(expected));
  // One that comes up takes the place of the last one.
  act(() =>
    engine.update({
      rooms: [
        ...rooms.slice(0, 25),
        roomRow('new', 'New', { activityMs: 2_000_000 }),
        ...rooms.slice(25),
      ],
    }),
  );
  await waitFor(() => expect(opened(engine)).toEqual([...expected, roomId('new')]));
  const row = screen.getByRole('treeitem', { name: /r05/ });
  act(() => row.click());
  await screen.findByRole('heading', { name: 'r05', level: 1 });
  expect(opened(engine).filter((one) => one === roomId('r05'))).toHaveLength(1);
});
