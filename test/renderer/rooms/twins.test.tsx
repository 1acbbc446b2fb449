// Rooms and people of one name are told apart by their addresses, in the list, the header and the first words of a room.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId, roomRow } from '../../gallery/fixtures';

beforeAll(() => {
  // jsdom has no layout; the list and the timeline draw the rows that fit.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(800);
});
afterAll(() => jest.restoreAllMocks());

const [bob, other] = ['@bob:fernhill.example', '@bob:elsewhere.example'];

async function open(change: Parameters<FakeEngine['update']>[0] = {}): Promise<HTMLElement> {
  const engine = createFakeEngine(exampleWorld());
  engine.update({
    rooms: [
      roomRow('bob', 'Bob Okafor', { section: 'people', directUserId: bob, address: bob }),
      roomRow('bob2', 'Bob Okafor', { section: 'people', directUserId: other, address: other }),
      roomRow('press', 'Press'),
    ],
    timelines: {},
    ...change,
  });
  render(
    <Window fake={createFakeShell({ account000: engine }, [accountRow('account000')])}>
      <Root />
    </Window>,
  );
  return screen.findByRole('tree', { name: 'Chats' });
}

test('the rows of two of one name say their addresses, others say none', async () => {
  const tree = await open();
  const rows = within(tree).getAllByRole('treeitem', { name: /Okafor|Press/ });
  const shown = rows.map((row) => [bob, other].filter((one) => row.textContent?.includes(one)));
  expect(shown).toEqual([[bob], [other], []]);
});

/** The header as it is now: it is drawn anew when more of the room is known. */
const header = (name: string) =>
  within(screen.getByRole('heading', { level: 1, name }).parentElement ?? document.body);

test('the header and the first words of such a chat say the address, too', async () => {
  const start = { kind: 'start', key: 's', roomName: 'Bob Okafor', encrypted: true } as const;
  const tree = await open({ timelines: { [roomId('bob2')]: [start] } });
  fireEvent.click(within(tree).getByRole('treeitem', { name: new RegExp(other) }));
  await waitFor(() => header('Bob Okafor').getByText(other));
  const intro = await screen.findByRole('region', { name: 'Beginning of the conversation' });
  within(intro).getByText(other);
});

test('a room of a name of its own has no address in its header', async () => {
  const tree = await open();
  fireEvent.click(within(tree).getByRole('treeitem', { name: /Press/ }));
  await waitFor(() => header('Press').getByRole('img', { name: 'Encrypted' }));
  expect(header('Press').queryByText(/fernhill\.example/)).toBeNull();
});

test('the header of a public room that is not encrypted has the open lock', async () => {
  const rooms = [roomRow('press', 'Press', { encrypted: false })];
  const tree = await open({ rooms, headers: { [roomId('press')]: { public: true } } });
  fireEvent.click(within(tree).getByRole('treeitem', { name: /Press/ }));
  await waitFor(() => header('Press').getByRole('img', { name: 'Not encrypted' }));
});
