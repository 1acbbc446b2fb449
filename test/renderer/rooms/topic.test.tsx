// The topic of a room: in the header it is cut, a press shows all of it, and its links open.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';

const accountId = 'account000';
const larkfield = roomId('larkfield');
const handbook = 'https://example.org/handbook';

function open() {
  const engine = createFakeEngine({
    ...exampleWorld(),
    settings: {
      navigation: { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] },
    },
    headers: { [larkfield]: { topic: `Everyone reads ${handbook} first` } },
    timelines: {
      [larkfield]: [{ kind: 'start', key: 's', roomName: 'Larkfield identity', encrypted: true }],
    },
  });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return fake;
}

const opened = (fake: ReturnType<typeof open>) =>
  fake.calls.filter(({ name }) => name === 'openExternal');

test('a link in it opens from the beginning of the conversation and from the whole topic', async () => {
  const fake = open();
  const intro = await screen.findByRole('region', { name: 'Beginning of the conversation' });
  fireEvent.click(within(intro).getByRole('link', { name: handbook }));
  await waitFor(() => expect(opened(fake)).toHaveLength(1));

  fireEvent.click(screen.getByRole('button', { name: `Everyone reads ${handbook} first` }));
  const dialog = await screen.findByRole('dialog', { name: /^Topic of .*Larkfield identity/ });
  fireEvent.click(within(dialog).getByRole('link', { name: handbook }));
  await waitFor(() => expect(opened(fake)).toHaveLength(2));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change topic…' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Topic' }).value).toBe(
      `Everyone reads ${handbook} first`,
    ),
  );
});
