// Joining a room by its address: what is told of one that could not be joined goes with the next letter, and names a server that is not reached.
import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { appFailure, type ErrorCode } from '#contract/wire/errors';
import { UnknownRoom } from '../../../renderer/features/shell/pages/UnknownRoom';
import { JoinForm } from '../../../renderer/features/rooms/JoinForm';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

/** The form, with an answer to the address. */
async function refused(address: string, code: ErrorCode, data?: Record<string, unknown>) {
  const engine = createFakeEngine(exampleWorld());
  engine.answers.joinRoom = () => {
    throw appFailure(code, 'refused', { data: data ?? null });
  };
  const none = (): void => undefined;
  render(
    <AccountWindow engine={engine}>
      <JoinForm autoFocus onOpened={none} />
    </AccountWindow>,
  );
  const field = await screen.findByLabelText('Room address');
  fireEvent.change(field, { target: { value: address } });
  fireEvent.click(screen.getByRole('button', { name: 'Join room' }));
  return field;
}

test('what was told of one address does not stand beside what is told of the next', async () => {
  const field = await refused('#studio:fernhill.example', 'not_found');
  await screen.findByText('There is no room with this address.');
  fireEvent.change(field, { target: { value: 'studio' } });
  await waitFor(() => expect(screen.queryByText('There is no room with this address.')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Join room' }));
  await screen.findByText(/An address starts with/);
  expect(screen.queryByText('There is no room with this address.')).toBeNull();
});

test('a server that is not reached is named', async () => {
  await refused('#studio:nowhere.example', 'other_server', { server: 'nowhere.example' });
  await screen.findByText(/^Your server could not reach .?nowhere\.example.?\. Check the name/);
  expect(screen.queryByText(/^The server has a problem/)).toBeNull();
});

test('a link to a room of a server that is not reached names it in the same words', async () => {
  const engine = createFakeEngine(exampleWorld());
  const failed = () => {
    throw appFailure('other_server', 'no', { data: { server: 'far.example' } });
  };
  engine.answers.joinRoom = failed;
  render(
    <AccountWindow engine={engine}>
      <UnknownRoom roomId="!elsewhere" onTold={() => undefined} />
    </AccountWindow>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Join/ }));
  await screen.findByText(/^Your server could not reach .?far\.example.?\. Check the name/);
});

test('a problem of the own server stays that', async () => {
  await refused('#studio:fernhill.example', 'server_error');
  await screen.findByText(/^The server has a problem/);
});
