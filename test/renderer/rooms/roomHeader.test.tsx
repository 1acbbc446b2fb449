// The header of a chat: what its lock says, what a space does not have, and where the focus goes from a panel that closes.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { filesButtonId, peopleButtonId } from '../../../renderer/features/roomHeader';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../../gallery/fakes/fakeEngine';
import { people, roomId, roomRow } from '../../gallery/fixtures';

async function open(more: object = {}, world: Partial<World> = {}) {
  const engine = createFakeEngine({ ...exampleWorld(), ...world });
  const id = roomId('orchard');
  engine.world.rooms = [roomRow('orchard', 'Orchard'), ...engine.world.rooms];
  engine.world.headers = { ...engine.world.headers, [id]: { name: 'Orchard', ...more } };
  const fake = createFakeShell({ account000: engine }, [accountRow('account000', {})]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('treeitem', { name: /Orchard/ }));
  await screen.findByRole('heading', { name: 'Orchard' });
  const update = (now: object): void =>
    act(() =>
      engine.update({ headers: { ...engine.world.headers, [id]: { name: 'Orchard', ...now } } }),
    );
  return { update };
}

const lock = () => screen.queryByRole('img', { name: /^(Encrypted|Not encrypted)$/ });

test.each([
  [true, 'Encrypted', 'lucide-lock'],
  [false, 'Not encrypted', 'lucide-lock-open'],
] as const)(
  'the lock says in words what it means (encrypted: %s)',
  async (encrypted, words, sign) => {
    await open({ encrypted });
    const shown = await screen.findByRole('img', { name: words });
    expect(shown.querySelector('svg')?.classList.contains(sign)).toBe(true);
  },
);

test('the menu of a chat searches it, where a narrow window has no room for the button', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Search this chat/ }));
  await screen.findByRole('button', { name: /^Search this chat/, pressed: true });
});

test('a space has no lock, no files and no call', async () => {
  await open({ isSpace: true });
  await waitFor(() => expect(document.getElementById(peopleButtonId)).not.toBeNull());
  expect(lock()).toBeNull();
  expect(document.getElementById(filesButtonId)).toBeNull();
  expect(screen.queryByRole('button', { name: /(voice|video) call/i })).toBeNull();
});

test.each([
  ['people', peopleButtonId, 'Close people'],
  ['files', filesButtonId, 'Close files'],
] as const)('the panel of %s gives the focus back to its button', async (_, id, close) => {
  await open();
  const button = await waitFor(() => {
    const found = document.getElementById(id);
    if (found === null) throw new Error('not there yet');
    return found;
  });
  act(() => button.focus());
  fireEvent.click(button);
  const way = await screen.findByRole('button', { name: close });
  act(() => way.focus());
  fireEvent.click(way);
  await waitFor(() => expect(document.activeElement?.id).toBe(id));
});

test('a chat of two that the other person left says nothing of them: not that they are there, nor who they proved to be', async () => {
  const { odile } = people;
  const presence = { state: 'online' as const, lastActiveMs: null, status: null };
  const { update } = await open(
    { directUserId: odile.userId, joinedCount: 2, invitedCount: 0 },
    {
      presences: { [odile.userId]: presence },
      identityTrust: { [odile.userId]: 'verified' },
    },
  );
  await screen.findByText('Online');
  await screen.findByRole('img', { name: /^Verified/ });
  update({ directUserId: odile.userId, joinedCount: 1, invitedCount: 0 });
  await waitFor(() => expect(screen.queryByText('Online')).toBeNull());
  expect(screen.queryByRole('img', { name: /^Verified/ })).toBeNull();
});
