// All who are typed or picked in a dialog are invited, or named: nobody is left out in silence.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { NewChatDialog } from '../../../renderer/features/rooms';
import { ShareDialog } from '../../../renderer/features/files/panels';
import { InviteDialog } from '../../../renderer/features/rooms/InviteDialog';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { roomId } from '../../gallery/fixtures';
import { panelsWorld, sharingSteps } from '../../gallery/panelsFixtures';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

const far = '@x:unreachable.example';
const reason = { userId: far, reason: 'server' as const };
const told =
  /^.?@x:unreachable\.example.? could not be invited: your server could not reach .?unreachable\.example.?, or may not invite people there\.$/;

const called = (engine: ReturnType<typeof createFakeEngine>, name: string) =>
  engine.calls
    .filter((one) => one.name === name)
    .map(({ input }) => input as { invite?: string[] });

async function openNewChat(kind: 'Direct' | 'Room') {
  const engine = createFakeEngine(exampleWorld());
  const opened = jest.fn();
  render(
    <AccountWindow engine={engine}>
      <NewChatDialog onClose={() => undefined} onOpened={opened} />
    </AccountWindow>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'New chat' }));
  fireEvent.click(dialog.getByRole('radio', { name: kind }));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  return { engine, opened, dialog, type };
}

test('a chat whose person could not be invited stays asked for, with the reason, and is tried again as the same request', async () => {
  const { engine, opened, dialog, type } = await openNewChat('Direct');
  engine.answers.createRoom = () => {
    throw appFailure('not_invited', 'no', { data: { uninvited: [reason] } });
  };
  type('Person', far);
  const start = dialog.getByRole('button', { name: 'Start chat' });
  fireEvent.click(start);
  await dialog.findByText(told);
  fireEvent.click(dialog.getByRole('button', { name: 'Start chat' }));
  await waitFor(() => expect(called(engine, 'createRoom')).toHaveLength(2));
  const [first, second] = called(engine, 'createRoom');
  expect([second, opened.mock.calls]).toEqual([first, []]);
});

test('a room opens without those who could not be invited; a notice names them and tries again', async () => {
  const { engine, opened, type, dialog } = await openNewChat('Room');
  engine.answers.createRoom = () => ({ roomId: '!new', uninvited: [reason] });
  type('Room name', 'With far people');
  type('People', far);
  fireEvent.click(dialog.getByRole('button', { name: 'Create room' }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith('!new'));
  expect(called(engine, 'createRoom')[0]?.invite).toEqual([far]);
  await screen.findByText(told);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('1 invitation sent.');
  expect(called(engine, 'invite')).toEqual([{ roomId: '!new', userIds: [far] }]);
});

test('a part of a name that was not picked stops the dialog, and the field says what to do', async () => {
  const { engine, dialog, type } = await openNewChat('Room');
  type('Room name', 'Dana and I');
  type('People', 'dana');
  fireEvent.click(dialog.getByRole('button', { name: 'Create room' }));
  await dialog.findByText('Choose somebody from the list, or clear this.');
  expect(document.activeElement).toBe(dialog.getByLabelText('People'));
  expect(called(engine, 'createRoom')).toEqual([]);
  type('People', '');
  expect(dialog.queryByText('Choose somebody from the list, or clear this.')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Create room' }));
  await waitFor(() => expect(called(engine, 'createRoom')).toHaveLength(1));
});

test('of several who are invited those who could not be stay picked, and are named', async () => {
  const engine = createFakeEngine(exampleWorld());
  const [room] = exampleWorld().rooms;
  engine.answers.invite = () => {
    throw appFailure('not_invited', 'no', { data: { uninvited: [reason] } });
  };
  render(
    <AccountWindow engine={engine}>
      <InviteDialog
        room={{ roomId: room?.roomId ?? '', name: room?.name ?? '' } as never}
        onClose={() => undefined}
      />
    </AccountWindow>,
  );
  const dialog = within(await screen.findByRole('dialog'));
  const pick = async (address: string) => {
    fireEvent.change(dialog.getByLabelText('People'), { target: { value: address } });
    fireEvent.click(await dialog.findByRole('option', { name: address }));
  };
  await pick('@dana:near.example');
  await pick(far);
  fireEvent.click(dialog.getByRole('button', { name: 'Invite' }));
  await dialog.findByText(told);
  expect(dialog.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
  await screen.findByText('1 invitation sent.');
});

test('who could not be invited to a folder is named, with the reason; an address that is typed counts as picked', async () => {
  const engine = createFakeEngine({ ...exampleWorld(), ...panelsWorld() });
  render(
    <AccountWindow engine={engine}>
      <ShareDialog roomId={roomId('proofs')} onClose={() => undefined} />
    </AccountWindow>,
  );
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: 'People' }), { target: { value: far } });
  const [step] = sharingSteps;
  engine.answers.setSharing = ({ userIds }) => ({
    steps: userIds.flatMap((userId) =>
      step === undefined ? [] : [{ ...step, userId, refused: 'server' as const }],
    ),
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Share' }));
  await screen.findByText(told);
});
