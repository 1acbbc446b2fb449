// How far the list of chats is scrolled: what is opened comes into view with the least movement, and what is open is followed upwards.
import '../jsdom';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, roomId } from '../../gallery/fixtures';

const accountId = 'account000';

async function open() {
  const engine = createFakeEngine(exampleWorld());
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  const tree = await screen.findByRole('tree', { name: 'Chats' });
  let turn = 0;
  /** By a notification: nobody pressed the row. */
  const go = async (room: string, name: string): Promise<void> => {
    turn += 1;
    const openRequest = { accountId, roomId: roomId(room), thread: null, at: turn };
    act(() => fake.update({ openRequest }));
    await screen.findByRole('heading', { name, level: 1 });
  };
  const inOrder = (): (string | null)[] =>
    within(tree)
      .getAllByRole('treeitem')
      .map((item) => item.querySelector('bdi')?.textContent ?? item.getAttribute('aria-label'));
  /** Something is said there, and its row becomes the first of its section. */
  const say = async (room: string, name: string, minute: number): Promise<void> => {
    const rooms = engine.world.rooms.map((row) =>
      row.roomId === roomId(room) ? { ...row, activityMs: at(20, minute) } : row,
    );
    act(() => engine.update({ rooms }));
    await waitFor(() => {
      const rows = inOrder();
      expect(rows[rows.indexOf('Rooms, 6') + 1]).toBe(name);
    });
  };
  return { tree, go, say };
}

const [northline, type] = [
  'Northline ferry wayfinding and signage programme',
  'Open type foundry talk',
];

test('a chat that is gone to stands topmost only where nothing belongs above it; the first of a section keeps its heading', async () => {
  const { tree, go } = await open();
  tree.scrollTop = 300;
  await go('studio', 'Studio');
  expect(tree.scrollTop).toBe(176);
  tree.scrollTop = 300;
  await go('larkfield', 'Larkfield identity');
  expect(tree.scrollTop).toBe(88);
  // In view already: nothing moves.
  await go('studio', 'Studio');
  expect(tree.scrollTop).toBe(88);
});

test('the open chat is followed where a message moves its row up out of view', async () => {
  const { tree, go, say } = await open();
  tree.scrollTop = 560;
  await go('type', type);
  expect(tree.scrollTop).toBe(560);
  await say('type', type, 1);
  // With its heading.
  expect(tree.scrollTop).toBe(488);
  // Pushed down by another one it is not followed: what is new stays in view.
  tree.scrollTop = 450;
  await say('northline', northline, 2);
  expect(tree.scrollTop).toBe(450);
  // Nor when somebody has scrolled away from it.
  tree.scrollTop = 700;
  await say('type', type, 3);
  expect(tree.scrollTop).toBe(700);
});
