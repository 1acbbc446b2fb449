// A new room for anybody: its address, and what is said where the server does not list it.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const accountId = 'account000';

/** The form for a room that anybody can join, with this name. */
async function form(listed: boolean, kind: 'Room' | 'Space', name: string): Promise<FakeEngine> {
  const engine = createFakeEngine(exampleWorld());
  engine.answers.createRoom = () => ({ roomId: roomId('larkfield'), listed });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'New chat' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New chat' }));
  fireEvent.click(dialog.getByRole('radio', { name: kind }));
  fireEvent.change(await dialog.findByLabelText(/^(Room name|Name of the space)$/), {
    target: { value: name },
  });
  fireEvent.click(dialog.getByRole('switch', { name: /^Anyone can join/ }));
  return engine;
}

const address = () => screen.getByLabelText<HTMLInputElement>(/^Address/);

test.each(['Room', 'Space'] as const)(
  'the address of a %s follows its name; where the server does not list it, that is said with the address',
  async (kind) => {
    const engine = await form(false, kind, 'Chess & Checkers: Élan');
    expect(address().value).toBe('chess-checkers-élan');
    fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Create ${kind}`, 'i') }));
    // No line ends at a hyphen of the address.
    await screen.findByText(/does not list .*#chess-\u2060checkers-\u2060élan:/);
    screen.getByRole('button', { name: 'Copy address' });
    expect(called(engine, 'createRoom')).toMatchObject([
      { public: true, alias: 'chess-checkers-élan' },
    ]);
  },
);

test('an address that is typed stays, one that is none is not sent, and it may be left empty', async () => {
  const engine = await form(false, 'Room', 'Chess');
  const create = screen.getByRole('button', { name: 'Create room' });
  fireEvent.change(address(), { target: { value: 'board games' } });
  await screen.findByText('An address has no spaces and no colon.');
  fireEvent.click(create);
  expect(called(engine, 'createRoom')).toEqual([]);
  fireEvent.change(address(), { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Room name'), { target: { value: 'Checkers' } });
  expect(address().value).toBe('');
  fireEvent.click(create);
  await screen.findByText(/and it has no address: nobody can find it/);
});

test('nothing is said where the server lists it', async () => {
  const engine = await form(true, 'Room', 'Chess');
  fireEvent.click(screen.getByRole('button', { name: 'Create room' }));
  await waitFor(() => expect(called(engine, 'createRoom')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New chat' })).toBeNull());
  expect(screen.queryByText(/does not list/)).toBeNull();
});
