// The files of messages go into a folder, from the menu of a message, from the viewer and of several chosen messages.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { RoomTimeline } from '../../../renderer/features/timeline';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const larkfield = roomId('larkfield');

beforeAll(() => {
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(800);
});

const media = (fileName: string): MediaRef => ({
  ...{ handle: `handle-of-${fileName}`.replace('.', ''), thumbnail: null, fileName },
  ...{ mimeType: null, sizeBytes: 2_000, width: null, height: null, durationMs: null },
  ...{ blurhash: null, encrypted: true, broken: null },
});
const looks = { extension: 'pdf', fileKind: 'document' as const, warnings: [] };
const said = (key: string, body: MessageItem['body']): MessageItem =>
  message(people.odile, key, at(9, 48), { key, eventId: `$${key}`, body });
const one = said('one', { type: 'file', media: media('one.pdf'), looks, caption: null });
const several = said('several', {
  type: 'gallery',
  items: ['two.pdf', 'three.pdf'].map((name) => ({
    type: 'file' as const,
    media: media(name),
    looks,
    text: null,
  })),
  caption: null,
});
const words = said('words', { type: 'text', text: 'words', html: null });

async function open(): Promise<FakeEngine> {
  const engine = createFakeEngine(exampleWorld());
  engine.update({ timelines: { [larkfield]: [one, several, words] } });
  render(
    <AccountWindow engine={engine}>
      <RoomTimeline conversation={{ roomId: larkfield, threadId: null }} />
    </AccountWindow>,
  );
  await screen.findByRole('log', { name: 'Messages' });
  return engine;
}

async function menuOf(key: string): Promise<HTMLElement> {
  const row = await waitFor(() => {
    const found = document.querySelector(`[data-message="${key}"]`);
    if (found === null) throw new Error('no row');
    return found;
  });
  fireEvent.contextMenu(row);
  return screen.findByRole('menu');
}

async function saveThere(title: string): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: title });
  fireEvent.click(await within(dialog).findByRole('row', { name: /Studio/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save here' }));
}
const saved = (engine: FakeEngine) =>
  waitFor(() => {
    const [input, ...others] = called(engine, 'saveToDirectory');
    expect([input === undefined, others]).toEqual([false, []]);
    return input;
  });

test('a message with a file is saved into a folder, one with several with all of them, words not', async () => {
  const engine = await open();
  const menu = await menuOf('one');
  fireEvent.click(within(menu).getByRole('menuitem', { name: 'Save to a folder…' }));
  await saveThere('Save “one.pdf” to a folder');
  expect(await saved(engine)).toMatchObject({
    ...{ roomId: larkfield, toId: roomId('f-studio'), clash: 'keep_both' },
    files: [{ eventId: '$one', part: null }],
  });
  fireEvent.click(
    within(await menuOf('several')).getByRole('menuitem', { name: 'Save to a folder…' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Save 2 files to a folder' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const other = await menuOf('words');
  expect(within(other).queryByRole('menuitem', { name: 'Save to a folder…' })).toBeNull();
});

test('from the viewer only the file that is open goes', async () => {
  const engine = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Open three.pdf' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save to a folder' }));
  await saveThere('Save “three.pdf” to a folder');
  expect(await saved(engine)).toMatchObject({
    files: [{ eventId: '$several', part: null, handle: 'handle-of-threepdf' }],
  });
});

test('the files of chosen messages go together', async () => {
  const engine = await open();
  fireEvent.click(within(await menuOf('one')).getByRole('menuitem', { name: 'Choose several' }));
  const bar = await screen.findByRole('toolbar', { name: 'Chosen messages' });
  for (const box of await screen.findAllByRole('checkbox'))
    if (box.getAttribute('aria-checked') === 'false') fireEvent.click(box);
  fireEvent.click(within(bar).getByRole('button', { name: 'Save to a folder…' }));
  await saveThere('Save 3 files to a folder');
  expect(await saved(engine)).toMatchObject({
    files: [{ eventId: '$one' }, { eventId: '$several' }],
  });
});
