// The panel of emoji: sections, search, keys, skin tones, what it remembers.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Button } from 'react-aria-components';
import { EmojiPicker } from '../../../renderer/features/emoji';
import { loadEmoji } from '../../../renderer/features/emoji/emojiData';
import { cellBeside, panelRows } from '../../../renderer/features/emoji/panelRows';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { examplePacks } from '../../gallery/fakes/fakePacks';
import { roomId } from '../../gallery/fixtures';
import { open as openComposer, type } from './composerWindow';
import { called } from '../files/filesWindow';

async function open(
  emoji: unknown = null,
  packs: World['packs'] = [],
): Promise<{
  engine: FakeEngine;
  picked: string[];
  field: HTMLInputElement;
  grid: HTMLElement;
}> {
  const settings = { emoji: emoji as World['settings'][string] };
  const engine = createFakeEngine({
    ...exampleWorld(),
    packs,
    ...(emoji !== null && { settings }),
  });
  const picked: string[] = [];
  render(
    <AccountWindow engine={engine}>
      <EmojiPicker
        roomId={roomId('larkfield')}
        onPick={(one, custom) => picked.push(custom === undefined ? one : `${custom.pack} ${one}`)}
      >
        <Button>Emoji</Button>
      </EmojiPicker>
    </AccountWindow>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Emoji' }));
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search emoji' });
  const grid = screen.getByRole('grid', { name: 'Emoji' });
  await within(grid).findByRole('gridcell', { name: 'grinning face' });
  return { engine, picked, field, grid };
}

const active = (field: HTMLElement): string | null => {
  const id = field.getAttribute('aria-activedescendant');
  return id === null ? null : (document.getElementById(id)?.getAttribute('aria-label') ?? null);
};

test('stands in sections, draws what is in view and leads to a section', async () => {
  const { field, grid } = await open();
  expect(within(grid).getAllByRole('gridcell').length).toBeLessThan(400);
  const sections = within(screen.getByRole('toolbar', { name: 'Sections' })).getAllByRole('button');
  expect(sections.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Smileys and emotions',
    'People',
    'Animals and nature',
    'Food and drink',
    'Travel and places',
    'Activities',
    'Objects',
    'Symbols',
    'Flags',
  ]);
  expect(document.activeElement).toBe(field);
});

test('is searched by words, chosen by keys, and says what the arrows are at', async () => {
  const { field, picked, engine } = await open();
  fireEvent.change(field, { target: { value: 'rocket' } });
  await waitFor(() => expect(active(field)).toBe('rocket'));
  fireEvent.change(field, { target: { value: '' } });
  expect(active(field)).toBeNull();
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(active(field)).toBe('grinning face');
  fireEvent.keyDown(field, { key: 'ArrowRight' });
  const second = active(field);
  expect(second).not.toBe('grinning face');
  expect(screen.getByText(second ?? '', { selector: '[class~="name"]' })).toBeTruthy();
  fireEvent.keyDown(field, { key: 'ArrowLeft' });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(picked).toEqual(['😀']);
  await waitFor(() =>
    expect(called(engine, 'setSetting')).toContainEqual({
      name: 'emoji',
      value: { recent: ['😀'], tone: 0 },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
});

test('one Escape closes, with words in the field too', async () => {
  const { field } = await open();
  fireEvent.change(field, { target: { value: 'rocket' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
});

test('what was chosen last stands first, as it was chosen; what an older Trellis wrote is nothing', async () => {
  const { grid } = await open({ recent: ['👋🏿', '🚀', 7, ''], tone: 2 });
  await screen.findByRole('button', { name: 'Recent' });
  const cells = within(grid).getAllByRole('gridcell');
  expect(cells.slice(0, 2).map((one) => one.textContent)).toEqual(['👋🏿', '🚀']);
});

test('one that is completed in the text is a recent one, too', async () => {
  const { engine } = await openComposer();
  const area = await type('well :rocket');
  await screen.findByRole('listbox', { name: 'Emoji to insert' });
  fireEvent.keyDown(area, { key: 'Tab' });
  await waitFor(() =>
    expect(called(engine, 'setSetting')).toEqual([
      { name: 'emoji', value: { recent: ['🚀'], tone: 0 } },
    ]),
  );
});

test('a skin tone is for all that have one, and is remembered', async () => {
  const { engine, field, picked } = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Skin tone: default' }));
  fireEvent.click(screen.getByRole('button', { name: 'medium dark' }));
  await screen.findByRole('button', { name: 'Skin tone: medium dark' });
  expect(called(engine, 'setSetting')).toEqual([{ name: 'emoji', value: { recent: [], tone: 4 } }]);
  fireEvent.change(field, { target: { value: 'waving hand' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(picked).toEqual(['👋🏾']);
});

test('the emoji of packs stand under the name of their pack, are found first, and are chosen as what they are', async () => {
  const packs = examplePacks(roomId('larkfield'));
  const { field, grid, picked, engine } = await open(null, packs);
  const heads = within(grid).getAllByRole('rowheader');
  expect(heads.map((one) => one.textContent).slice(0, 3)).toEqual([
    'Your own emoji',
    'Birds of the estuary',
    'Print shop',
  ]);
  expect(within(grid).queryByRole('gridcell', { name: 'well_done' })).toBeNull();
  within(screen.getByRole('toolbar', { name: 'Sections' })).getByRole('button', {
    name: 'Your own emoji',
  });
  fireEvent.change(field, { target: { value: 'owl' } });
  await waitFor(() => expect(active(field)).toBe('owl'));
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(picked).toEqual([`${packs[1]?.key ?? ''} :owl:`]);
  await waitFor(() =>
    expect(called(engine, 'setSetting')).toEqual([
      {
        name: 'emoji',
        value: { recent: [{ pack: packs[1]?.key, shortcode: 'owl' }], tone: 0 },
      },
    ]),
  );
});

test('a recent emoji of a pack stands among the others while its pack has it, and is chosen as what it is', async () => {
  const packs = examplePacks(roomId('larkfield'));
  const birds = packs[1]?.key ?? '';
  const recent = [
    '🚀',
    { pack: birds, shortcode: 'owl' },
    { pack: birds, shortcode: 'dodo' },
    { pack: 'gone', shortcode: 'owl' },
    { pack: birds },
    { pack: 7, shortcode: 'owl' },
    null,
    '👋',
  ];
  const { grid, picked, engine } = await open({ recent, tone: 0 }, packs);
  await screen.findByRole('button', { name: 'Recent' });
  const owl = await within(grid).findAllByRole('gridcell', { name: 'owl' });
  const cells = within(grid).getAllByRole('gridcell');
  const names = cells.slice(0, 3).map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual(['rocket', 'owl', 'waving hand']);
  expect(owl[0]?.querySelector('img')).not.toBeNull();
  fireEvent.click(owl[0] ?? grid);
  expect(picked).toEqual([`${birds} :owl:`]);
  // It goes to the front once, and what a pack has no more at this moment stays remembered.
  await waitFor(() =>
    expect(called(engine, 'setSetting')).toEqual([
      {
        name: 'emoji',
        value: {
          recent: [
            { pack: birds, shortcode: 'owl' },
            '🚀',
            { pack: birds, shortcode: 'dodo' },
            { pack: 'gone', shortcode: 'owl' },
            '👋',
          ],
          tone: 0,
        },
      },
    ]),
  );
});

test('arrows keep their column over headings and short rows', async () => {
  const panel = panelRows(await loadEmoji(), [], '', ['🚀', '👋', '😀'], 0);
  expect(panel.rows[0]).toEqual({ kind: 'head', section: 'recent' });
  // From the third of three recent ones over the heading to the third of the smileys, and back.
  expect(cellBeside(panel, 2, 1)).toBe(5);
  expect(cellBeside(panel, 5, -1)).toBe(2);
  // Above a short row its last one.
  expect(cellBeside(panel, 10, -1)).toBe(2);
  expect(cellBeside(panel, 1, -1)).toBeNull();
});

test('what is chosen for a message stands in its field, at the caret, and the focus with it', async () => {
  // The browser's command writes where the focus is; jsdom has none.
  const insertText = (_command: string, _ui?: boolean, text = ''): boolean => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement))
      return false;
    focused.setRangeText(text, focused.selectionStart ?? 0, focused.selectionEnd ?? 0, 'end');
    fireEvent.input(focused);
    return true;
  };
  Object.assign(document, { execCommand: insertText });
  try {
    await openComposer();
    const area = await type('hello world');
    area.setSelectionRange(6, 6);
    fireEvent.select(area);
    fireEvent.click(screen.getByRole('button', { name: 'Emoji' }));
    const search = await screen.findByRole('combobox', { name: 'Search emoji' });
    await within(screen.getByRole('grid')).findByRole('gridcell', { name: 'grinning face' });
    fireEvent.change(search, { target: { value: 'rocket' } });
    await waitFor(() => expect(active(search)).toBe('rocket'));
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(area));
    expect(area.value).toBe('hello 🚀world');
  } finally {
    Reflect.deleteProperty(document, 'execCommand');
  }
});
