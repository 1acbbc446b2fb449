// Personal entries of a room's menu: mark as read or unread, and notifications.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { useValue } from '../../../renderer/app/hooks';
import { useRoomActions } from '../../../renderer/features/rooms';
import { RoomRowView } from '../../../renderer/features/rooms/RoomRowView';
import { MenuButton } from '../../../renderer/ui/overlays/Menu';
import { Button } from '../../../renderer/ui/controls/Button';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';

const studio = roomId('studio');

function Menu() {
  const { value: room } = useValue('room', { roomId: studio });
  const { entriesFor } = useRoomActions();
  return room === undefined ? null : (
    <MenuButton label="Room" entries={entriesFor(room)}>
      <Button>Open</Button>
    </MenuButton>
  );
}

async function openMenu(engine: FakeEngine): Promise<HTMLElement> {
  if (screen.queryByRole('button', { name: 'Open' }) === null)
    render(
      <AccountWindow engine={engine}>
        <Menu />
      </AccountWindow>,
    );
  fireEvent.click(await screen.findByRole('button', { name: 'Open' }));
  return screen.findByRole('menu');
}

const rowOf = ({ world }: FakeEngine) => world.rooms.find((row) => row.roomId === studio);

test('a room with something new is marked as read, one without as unread', async () => {
  const engine = createFakeEngine(exampleWorld());
  fireEvent.click(within(await openMenu(engine)).getByRole('menuitem', { name: 'Mark as read' }));
  await waitFor(() => expect(rowOf(engine)).toMatchObject({ unread: 0, dot: false }));
  fireEvent.click(within(await openMenu(engine)).getByRole('menuitem', { name: 'Mark as unread' }));
  await waitFor(() => expect(rowOf(engine)).toMatchObject({ unread: 0, dot: true }));
});

test('what it notifies of is one choice; what the server refuses stays as it was, and is told', async () => {
  const engine = createFakeEngine(exampleWorld());
  const chosen = (menu: HTMLElement) =>
    within(menu)
      .getAllByRole('menuitemradio')
      .filter((one) => one.getAttribute('aria-checked') === 'true')
      .map(({ textContent }) => textContent);
  const menu = await openMenu(engine);
  expect(chosen(menu)).toEqual(['Same as other chats']);
  fireEvent.click(within(menu).getByRole('menuitemradio', { name: 'Nothing' }));
  await waitFor(() => expect(rowOf(engine)).toMatchObject({ muted: true }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  engine.answers.setRoomNotifications = () => {
    throw appFailure('offline', 'no');
  };
  const again = await openMenu(engine);
  expect(chosen(again)).toEqual(['Nothing']);
  fireEvent.click(within(again).getByRole('menuitemradio', { name: 'All messages' }));
  await screen.findByText(/no connection to the server, so this was not done/);
  expect(rowOf(engine)).toMatchObject({ muted: true });
});

test.each([
  ['Mentions and keywords', 'Mentions and keywords only'],
  ['Nothing', 'Muted'],
])('a chat that notifies of %s has a mark of its own in the list', async (entry, mark) => {
  const engine = createFakeEngine(exampleWorld());
  const menu = await openMenu(engine);
  fireEvent.click(within(menu).getByRole('menuitemradio', { name: entry }));
  await waitFor(() => expect(rowOf(engine)).toMatchObject({ muted: true }));
  const row = rowOf(engine);
  if (row === undefined) throw new Error('no row');
  const look = { nowMs: row.activityMs, selected: false, compact: false, onMenu: () => undefined };
  render(
    <AccountWindow engine={engine}>
      <RoomRowView row={row} {...look} />
    </AccountWindow>,
  );
  const marks = await screen.findAllByRole('img', { name: /^(Muted|Mentions)/, hidden: true });
  expect(marks.map((one) => one.getAttribute('aria-label'))).toEqual([mark]);
});
