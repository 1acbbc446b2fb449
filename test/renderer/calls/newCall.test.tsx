// The dialog of a new call: whom it offers, and that it says when the server cannot be asked for people.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { NewCallDialog } from '../../../renderer/features/calls/history/NewCallDialog';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { mara } from '../../gallery/fixtures';

async function search(text: string, found: FakeEngine['answers']['searchPeople']) {
  const engine = createFakeEngine({ ...exampleWorld() });
  engine.answers.searchPeople = found;
  render(
    <AccountWindow engine={engine}>
      <NewCallDialog onClose={() => undefined} />
    </AccountWindow>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'New call' }));
  fireEvent.change(await dialog.findByRole('textbox'), { target: { value: text } });
  return dialog;
}

const zoe = { userId: '@zoe:elsewhere.example', name: 'Zoe', ambiguous: false, avatar: null };

test('offers people of the server, and never oneself', async () => {
  const dialog = await search('zzz', () => ({ people: [mara, zoe] }));
  await dialog.findByRole('group', { name: 'Zoe' });
  expect(dialog.queryByRole('group', { name: mara.name })).toBeNull();
});

test.each(['offline', 'guest_forbidden'] as const)(
  'says that only chats are searched when the server answers %s',
  async (code) => {
    const dialog = await search('zzz', () => {
      throw appFailure(code, 'refused');
    });
    const said = await dialog.findByRole('status');
    await waitFor(() => expect(said.textContent).toMatch(/^Only your chats are searched\. \S+/));
    expect(dialog.queryByText(/No chat and no person of this name/)).toBeNull();
  },
);
