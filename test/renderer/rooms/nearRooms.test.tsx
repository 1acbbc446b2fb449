// Rooms that are asked for before anybody opens them, over an engine in memory.
import '../jsdom';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { AccountWindow, accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId, roomRow } from '../../gallery/fixtures';
import { NearRooms } from '../../../renderer/app/places/NearRooms';
import { roomOpened } from '../../../renderer/app/places/navigation';
import type { AccountStore } from '../../../renderer/app/store';

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

test('a room that was left is kept anew only once the window has closed it, also where it was left twice or the list went away meanwhile', async () => {
  jest.useFakeTimers();
  try {
    const engine = createFakeEngine({ ...exampleWorld(), timelines: {}, rooms });
    let store: AccountStore | null = null;
    const onStore = (made: AccountStore): void => void (store = made);
    const window = (list: boolean) => (
      <AccountWindow engine={engine} onStore={onStore}>
        {list && <NearRooms />}
      </AccountWindow>
    );
    const { rerender, unmount } = render(window(true));
    /** In steps: what a timer changes is drawn at the end of one. */
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 100)
        await act(() => jest.advanceTimersByTimeAsync(100));
    };
    const go = (name: string) => act(() => void store?.dispatch(roomOpened(roomId(name))));
    const isKept = () => opened(engine).includes(roomId('r01'));
    go('r01');
    await pass(2_000);
    expect(opened(engine)).toContain(roomId('r02'));
    go('r00');
    await pass(3_000);
    go('r01');
    await pass(5_000);
    go('r00');
    await pass(4_000);
    expect(isKept()).toBe(false);
    rerender(window(false));
    await pass(100);
    rerender(window(true));
    await pass(2_000);
    expect(isKept()).toBe(false);
    await pass(5_000);
    // The next thing that happens.
    go('r02');
    await pass(2_000);
    expect(isKept()).toBe(true);
    unmount();
  } finally {
    jest.useRealTimers();
  }
});
