// Pictures that were sent together, as a row: what each keeps for itself, and what they share.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { TimelineScopeProvider } from '../../../renderer/features/timeline/context';
import type { TimelineActions } from '../../../renderer/features/timeline/context';
import { createEngagement } from '../../../renderer/features/timeline/engagement';
import { RoomTimeline } from '../../../renderer/features/timeline';
import { Row } from '../../../renderer/features/timeline/rows/Row';
import '../../support/allWords';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { at, mara, message, people, roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const done: [name: string, ...args: unknown[]][] = [];
const actions = new Proxy({} as TimelineActions, {
  get:
    (_target, name) =>
    (...args: unknown[]) =>
      void done.push([String(name), ...args]),
});
const scope = {
  conversation: { roomId: '!room:example.org', threadId: null },
  roomId: '!room:example.org',
  actions,
  opened: new Set<string>(),
  engagement: createEngagement(),
  heard: { items: () => [], playback: null, leave: null },
  toggleFold: () => undefined,
};

const draw = (row: ReactNode): unknown =>
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <TimelineScopeProvider value={scope}>{row}</TimelineScopeProvider>
    </AccountWindow>,
  );

const looks = { extension: 'jpg', fileKind: 'image' as const, warnings: [] };
const file = {
  handle: 'handle-handle-handle',
  thumbnail: null,
  mimeType: 'image/jpeg',
  sizeBytes: 1000,
  width: 800,
  height: 400,
  blurhash: null,
  encrypted: true,
  broken: null,
};

test('pictures sent together: one name, each with its own place for keys, act, answer and mark; the words below all', async () => {
  const one = (key: string, more: Partial<MessageItem> = {}): MessageItem =>
    message(people.odile, '', at(9, 48), {
      key,
      eventId: `$${key}`,
      body: {
        type: key === 'film' ? 'video' : 'image',
        media: { ...file, fileName: `${key}.jpg`, durationMs: key === 'film' ? 61_000 : null },
        looks,
        caption: key === 'barn' ? { text: 'Around the farm', html: null } : null,
      },
      continuation: key !== 'barn',
      ...more,
    });
  const reactions = [{ key: '👍', count: 1, mine: null, senders: ['Priya'] }];
  const messages = [
    one('barn', { reactions }),
    one('film'),
    one('lane', { readBy: [people.priya] }),
  ];
  const album = { kind: 'album', key: 'barn', messages, eventId: '$lane', sentAtMs: 0 } as const;
  draw(<Row item={album} />);
  const group = await screen.findByRole('group', { name: '3 files' });
  const tiles = within(group).getAllByRole('article');
  expect(tiles.map(({ dataset }) => dataset['message'])).toEqual(['barn', 'film', 'lane']);
  expect(within(group).getAllByText('Odile Marchetti')).toHaveLength(1);
  expect(within(group).getAllByText('Around the farm')).toHaveLength(1);
  within(tiles[0] ?? group).getByRole('button', { name: /👍/ });
  // The film is its picture and its length; it plays over everything.
  within(tiles[1] ?? group).getByText('1:01');
  fireEvent.click(within(tiles[1] ?? group).getByRole('button', { name: 'Open film.jpg' }));
  expect(done).toMatchObject([['view', { fileName: 'film.jpg' }]]);
  // The newest one's readers stand beside the row, as with any message.
  expect(within(tiles[2] ?? group).queryByRole('img', { name: /Read by/ })).toBeNull();
  within(group).getByRole('img', { name: /Read by Priya/ });
  act(() => tiles[1]?.focus());
  fireEvent.click(await within(tiles[1] ?? group).findByRole('button', { name: 'Reply' }));
  expect(done.at(-1)).toMatchObject(['reply', { key: 'film' }]);
});

test('a deleted one says so in its square, and by whom; the group counts the others', async () => {
  const one = (key: string, body: MessageItem['body']): MessageItem =>
    message(people.odile, '', at(9, 48), { key, eventId: `$${key}`, body });
  const media = { ...file, fileName: 'barn.jpg', durationMs: null };
  const messages = [
    one('barn', { type: 'image', media, looks, caption: null }),
    one('lane', { type: 'redacted', by: people.priya, reason: 'blurred' }),
  ];
  const album = { kind: 'album', key: 'barn', messages, eventId: '$lane', sentAtMs: 0 } as const;
  draw(<Row item={album} />);
  const group = await screen.findByRole('group', { name: '1 file' });
  const [, deleted] = within(group).getAllByRole('article');
  within(deleted ?? group).getByText(/Priya.*blurred/);
  expect(within(deleted ?? group).queryByRole('button')).toBeNull();
});

describe('Delete and Forward of a picture in an album', () => {
  const larkfield = roomId('larkfield');
  const picture = (key: string): MessageItem =>
    message(mara, '', at(9, 48), {
      key,
      eventId: `$${key}`,
      continuation: key !== 'barn',
      body: {
        type: 'image',
        media: { ...file, fileName: `${key}.jpg`, durationMs: null },
        looks,
        caption: key === 'barn' ? { text: 'Around the farm', html: null } : null,
      },
    });

  async function ask(key: string, entry: string): Promise<FakeEngine> {
    const items = ['barn', 'lane', 'pond'].map(picture);
    const engine = createFakeEngine({ ...exampleWorld(), timelines: { [larkfield]: items } });
    render(
      <AccountWindow engine={engine}>
        <RoomTimeline conversation={{ roomId: larkfield, threadId: null }} />
      </AccountWindow>,
    );
    const tiles = await screen.findAllByRole('article');
    const tile = tiles.find(({ dataset }) => dataset['message'] === key);
    if (tile !== undefined) fireEvent.contextMenu(tile);
    fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
    return engine;
  }
  const idsOf = (engine: FakeEngine, name: 'redact' | 'forwardMessage'): unknown[] =>
    called(engine, name).map((input) => {
      const { from, eventId } = input as { from?: { eventId: string }; eventId?: string };
      return from?.eventId ?? eventId;
    });
  const press = (inside: HTMLElement, role: string, name: string): boolean =>
    fireEvent.click(within(inside).getByRole(role, { name }));

  test('Delete asks about all of them first, by their number and their words, and deletes all', async () => {
    const engine = await ask('lane', 'Delete');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 3 pictures?' });
    within(dialog).getByText('3 pictures: Around the farm');
    press(dialog, 'button', 'Delete all 3 pictures');
    await waitFor(() => expect(idsOf(engine, 'redact')).toEqual(['$barn', '$lane', '$pond']));
  });

  test('or only the one that was pointed at; it says when the words of all go with it', async () => {
    const engine = await ask('barn', 'Delete');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 3 pictures?' });
    expect(within(dialog).queryByText(/^The words below/)).toBeNull();
    press(dialog, 'radio', 'Only this picture');
    within(dialog).getByRole('heading', { name: 'Delete only this picture?' });
    within(dialog).getByText('barn.jpg');
    within(dialog).getByText(/^The words below the pictures go with it: .*Around the farm/);
    press(dialog, 'button', 'Delete this picture');
    await waitFor(() => expect(idsOf(engine, 'redact')).toEqual(['$barn']));
  });

  test('Forward sends all of them in their order, or only one', async () => {
    const engine = await ask('pond', 'Forward…');
    const dialog = await screen.findByRole('dialog', { name: 'Forward message' });
    within(dialog).getByText('3 pictures: Around the farm');
    const [first, second] = await within(dialog).findAllByRole('button', { name: /^Forward to/ });
    if (first !== undefined) fireEvent.click(first);
    await waitFor(() =>
      expect(idsOf(engine, 'forwardMessage')).toEqual(['$barn', '$lane', '$pond']),
    );
    press(dialog, 'radio', 'Only this picture');
    within(dialog).getByText('pond.jpg');
    if (second !== undefined) fireEvent.click(second);
    await waitFor(() => expect(idsOf(engine, 'forwardMessage').slice(3)).toEqual(['$pond']));
  });
});
