// Leaving a room, a space or a folder that nobody else runs: that is said first, with a way to those who could.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { Root } from '../../../renderer/features/shell';
import { LeaveTreeDialog } from '../../../renderer/features/files/dialogs/LeaveTreeDialog';
import { AccountWindow, accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { directories } from '../../gallery/filesFixtures';
import { roomId } from '../../gallery/fixtures';

const larkfield = roomId('larkfield');

/** The question that leaving the open room asks, where its header says this. */
async function askedToLeave(header: Partial<RoomHeader>) {
  const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
  const world = { headers: { [larkfield]: header }, settings: { navigation } };
  const engine = createFakeEngine({ ...exampleWorld(), ...world });
  render(
    <Window fake={createFakeShell({ account000: engine }, [accountRow('account000')])}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Leave' }));
  return { engine, question: await screen.findByRole('alertdialog') };
}

test.each([
  ['room', { runsAlone: true }],
  ['space', { runsAlone: true, isSpace: true }],
])('the only one who runs a %s is warned, and comes to the people', async (what, header) => {
  const { engine, question } = await askedToLeave(header);
  await within(question).findByText(`You are the only one who runs this ${what}.`);
  within(question).getByText(/Make somebody an admin first\.$/);
  const order = within(question)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(order).toEqual(['Leave anyway', 'Cancel', 'Choose an admin']);
  expect(question.querySelectorAll('p')).toHaveLength(2);
  fireEvent.click(within(question).getByRole('button', { name: 'Choose an admin' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await screen.findByRole('complementary', { name: 'People' });
  expect(engine.calls.some(({ name }) => name === 'leaveRoom')).toBe(false);
});

test.each<[string, Partial<RoomHeader>]>([
  ['one who runs a room with others', {}],
  ['one who is the last', { runsAlone: true, joinedCount: 1, invitedCount: 0 }],
  ['one in a chat of two', { runsAlone: true, directUserId: '@odile:fernhill.example' }],
])('%s is not warned', async (_who, header) => {
  const { question } = await askedToLeave(header);
  await within(question).findByRole('button', { name: /^Leave (?!anyway)/ });
  expect(within(question).queryByRole('button', { name: 'Choose an admin' })).toBeNull();
});

test('leaving goes on all the same', async () => {
  const { engine, question } = await askedToLeave({ runsAlone: true });
  fireEvent.click(await within(question).findByRole('button', { name: 'Leave anyway' }));
  await waitFor(() => expect(engine.calls.some(({ name }) => name === 'leaveRoom')).toBe(true));
});

test.each([
  [true, 'Leave anyway'],
  [false, 'Leave Tender library'],
])('the only owner of a folder is warned: %s', async (runsAlone, leave) => {
  const folders = directories.map((one) =>
    one.roomId === roomId('tender') ? { ...one, runsAlone } : one,
  );
  const onPeople = jest.fn();
  render(
    <AccountWindow engine={createFakeEngine({ ...exampleWorld(), directories: folders })}>
      <LeaveTreeDialog
        directory={{ roomId: roomId('tender'), name: 'Tender library' }}
        onClose={() => undefined}
        onLeft={() => undefined}
        onPeople={onPeople}
      />
    </AccountWindow>,
  );
  const question = await screen.findByRole('alertdialog');
  await within(question).findByRole('button', { name: leave });
  expect(within(question).queryByText(/^You are the only owner/) !== null).toBe(runsAlone);
  if (!runsAlone) return;
  fireEvent.click(within(question).getByRole('button', { name: 'Choose an owner' }));
  expect(onPeople).toHaveBeenCalledTimes(1);
});
