// The people of a directory that was moved: those of its new place are let in, and those who may not see that lose it, after a question.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SharingRow } from '#contract/areas/files/sharingModels';
import type { AccessRole } from '#contract/areas/files/directoriesModels';
import { directories } from '../../gallery/filesFixtures';
import { people, roomId } from '../../gallery/fixtures';
import { sharing } from '../../gallery/panelsFixtures';
import type { FakeEngine } from '../../gallery/fakes/fakeEngine';
import { called, openFiles, press } from './filesWindow';

const own = (role: AccessRole): readonly SharingRow[] =>
  sharing.filter(({ mine }) => mine).map((row) => ({ ...row, role }));
const priya = sharing.filter(({ person }) => person === people.priya);
const tomas = sharing
  .filter(({ person }) => person === people.tomas)
  .map((row): SharingRow => ({ ...row, role: 'viewer', canRemove: true }));

/** Moves Proofs from Print into Sent to printer: who can see it, and who that. */
async function move(
  here: readonly SharingRow[],
  there: readonly SharingRow[],
  as: 'owner' | 'editor' | 'sharer' = 'owner',
): Promise<{ engine: FakeEngine; tree: HTMLElement }> {
  const world = { [roomId('proofs')]: here, [roomId('sent')]: there };
  const found = directories.map((one) =>
    one.roomId === roomId('proofs') && as !== 'owner'
      ? { ...one, may: { share: as === 'sharer', setRoles: false } }
      : one,
  );
  const { engine, tree } = await openFiles('proofs', { sharing: world, directories: found });
  press(tree, 'Ctrl+x', 'ArrowDown');
  fireEvent.paste(tree, { clipboardData: { files: [] } });
  await screen.findByText(/Proofs.* moved to .*Sent to printer/);
  return { engine, tree };
}

const question = async (name: RegExp) => within(await screen.findByRole('alertdialog', { name }));
/** The notice of the move is an alert dialog, too. */
const asked = () => screen.queryByRole('alertdialog', { name: /\?$/ });
const noQuestion = () => waitFor(() => expect(asked()).toBeNull());

test('the people of the new place are let in with the roles that they have there, once that is asked', async () => {
  const { engine } = await move(own('owner'), [...own('owner'), ...priya, ...tomas]);
  const shown = await question(/^Share .*Proofs.* with the people of .*Sent to printer/);
  shown.getByText(/but 2 people cannot see it\.$/);
  fireEvent.click(shown.getByRole('button', { name: 'Share it with them' }));
  await waitFor(() =>
    expect(called(engine, 'setSharing')).toEqual([
      { roomId: roomId('proofs'), userIds: [people.priya.userId], role: 'editor', below: true },
      { roomId: roomId('proofs'), userIds: [people.tomas.userId], role: 'viewer', below: true },
    ]),
  );
  await noQuestion();
});

test('who can see it and not the new place is named, and keeps the access or loses it', async () => {
  const { engine, tree } = await move([...own('owner'), ...priya], own('owner'));
  const shown = await question(/^Who can still see .*Proofs/);
  shown.getByText(/Priya Venn.* can see it as before, though not .*Sent to printer/);
  fireEvent.click(shown.getByRole('button', { name: 'Keep their access' }));
  await noQuestion();
  expect(called(engine, 'setSharing')).toEqual([]);
  // Moved back it is asked for that place; nobody stands there.
  fireEvent.keyDown(tree, { key: 'z', code: 'KeyZ', ctrlKey: true });
  const again = await question(/^Who can still see .*Proofs/);
  fireEvent.click(again.getByRole('button', { name: 'End their access' }));
  await waitFor(() =>
    expect(called(engine, 'setSharing')).toEqual([
      { roomId: roomId('proofs'), userIds: [people.priya.userId], role: null, below: true },
    ]),
  );
});

test('nothing is asked where the people are the same', async () => {
  const same = await move([...own('owner'), ...priya], [...own('owner'), ...priya]);
  expect(asked()).toBeNull();
  expect(called(same.engine, 'setSharing')).toEqual([]);
});

test('people who have another role in the new place get it here, once that is asked', async () => {
  const as = (role: AccessRole): readonly SharingRow[] =>
    priya.map((row): SharingRow => ({ ...row, role, canBecome: ['viewer', 'editor', 'owner'] }));
  const { engine } = await move(
    [...own('owner'), ...as('viewer')],
    [...own('owner'), ...as('editor')],
  );
  const shown = await question(/^Give people the roles that they have in .*Sent to printer/);
  shown.getByText(/Priya Venn.*: Viewer of .*Proofs.*, Editor of .*Sent to printer/);
  fireEvent.click(shown.getByRole('button', { name: 'Use the roles there' }));
  await waitFor(() =>
    expect(called(engine, 'setSharing')).toEqual([
      { roomId: roomId('proofs'), userIds: [people.priya.userId], role: 'editor', below: true },
    ]),
  );
  await noQuestion();
});

test('other roles are kept where that is chosen, and not asked for where one may not give them', async () => {
  const as = (rows: readonly SharingRow[], role: AccessRole, canBecome: AccessRole[]) =>
    rows.map((row): SharingRow => ({ ...row, role, canBecome }));
  const { engine } = await move(
    [...own('owner'), ...as(priya, 'owner', []), ...as(tomas, 'viewer', ['owner'])],
    [...own('owner'), ...as(priya, 'viewer', []), ...as(tomas, 'owner', [])],
  );
  const kept = await question(/^Give people the roles/);
  expect(kept.getAllByRole('listitem')).toHaveLength(1);
  fireEvent.click(kept.getByRole('button', { name: 'Keep their roles' }));
  await noQuestion();
  expect(called(engine, 'setSharing')).toEqual([]);
});

test('who may not share it is told who can see it, and asked nothing', async () => {
  const { engine } = await move(own('editor'), [...own('editor'), ...priya], 'editor');
  const shown = await question(/^Who can see .*Proofs.* now$/);
  shown.getByText(/^1 person who can see .*Sent to printer.* cannot see it there\.$/);
  shown.getByText('Only an owner of it can change that.');
  fireEvent.click(shown.getByRole('button', { name: 'Close' }));
  await noQuestion();
  expect(called(engine, 'setSharing')).toEqual([]);
});

test('an editor who may invite shares it to be viewed', async () => {
  const { engine } = await move(own('editor'), [...own('editor'), ...priya], 'sharer');
  const shown = await question(/^Share .*Proofs.* with the people of/);
  fireEvent.click(shown.getByRole('button', { name: 'Share it with them' }));
  await waitFor(() =>
    expect(called(engine, 'setSharing')).toMatchObject([{ role: 'viewer', below: true }]),
  );
});
