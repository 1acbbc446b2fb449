// Finding in a file that is looked at: the field, its keys, what counts as found, and words that led here.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Preview } from '../../../renderer/features/files';
import { drawnText } from '../../../renderer/features/files/preview/find/drawnText';
import { folded, matchesOf } from '../../../renderer/features/files/preview/find/matches';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { fileRow } from '../../gallery/filesFixtures';
import { media } from '../../gallery/panelsFixtures';

const texts: Readonly<Record<string, string>> = {
  'beds.txt': 'Kohlrabi in May\ncarrots\nkohlrabi in June, KOHLRABI in July\n',
  'notes.md': '# Beds\n\n- raised\n- beds\n\nThe raised **beds** of Émile\n',
};

beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => undefined;
  Object.defineProperty(globalThis, 'TextDecoder', {
    configurable: true,
    value: class {
      decode(bytes: Uint8Array): string {
        return Buffer.from(bytes).toString('utf8');
      }
    },
  });
  // jsdom lays nothing out.
  Range.prototype.getBoundingClientRect ??= () => new DOMRect();
  Object.defineProperty(globalThis, 'fetch', {
    configurable: true,
    value: async (url: string) => {
      const name = Object.keys(texts).find((one) => url.includes(media(one).handle)) ?? '';
      const bytes = Buffer.from(texts[name] ?? '', 'utf8');
      return {
        ...{ ok: true, status: 206, headers: new Map() },
        arrayBuffer: async () => new Uint8Array(bytes).buffer,
      };
    },
  });
});

const onClose = jest.fn();
beforeEach(() => onClose.mockClear());

async function show(name: string, words: readonly string[] = []): Promise<HTMLElement> {
  const fileKind = name.endsWith('.md') ? ('markdown' as const) : ('text' as const);
  const file = fileRow('proofs', name, { fileKind, media: media(name) });
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <Preview
        items={[file]}
        index={0}
        onIndex={() => undefined}
        onClose={onClose}
        words={() => words}
      />
    </AccountWindow>,
  );
  const viewer = await screen.findByRole('dialog', { name });
  await within(viewer).findByRole('document', { name });
  return viewer;
}

const key = (name: string, more: object = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
const field = (viewer: HTMLElement): HTMLInputElement =>
  within(viewer).getByRole('textbox', { name: 'Find in this file' });
const said = (viewer: HTMLElement): string | null =>
  within(within(viewer).getByRole('search')).getByRole('status').textContent;

test('Ctrl+F: how often it stands there, Enter and F3 to the next, Shift back; Escape ends it and gives the focus back', async () => {
  const viewer = await show('beds.txt');
  const sheet = within(viewer).getByRole('document');
  act(() => sheet.focus());
  key('f', { ctrlKey: true });
  await waitFor(() => expect(document.activeElement).toBe(field(viewer)));
  fireEvent.change(field(viewer), { target: { value: 'kohlrabi' } });
  await waitFor(() => expect(said(viewer)).toBe('1 of 3'));
  key('Enter');
  expect(said(viewer)).toBe('2 of 3');
  key('F3');
  expect(said(viewer)).toBe('3 of 3');
  key('Enter');
  expect(said(viewer)).toBe('1 of 3');
  key('Enter', { shiftKey: true });
  expect(said(viewer)).toBe('3 of 3');
  fireEvent.change(field(viewer), { target: { value: 'turnip' } });
  await waitFor(() => expect(said(viewer)).toBe('Not found'));
  // Within the field arrows are of its text.
  key('ArrowLeft');
  key('Escape');
  expect(within(viewer).queryByRole('search')).toBeNull();
  expect(document.activeElement).toBe(sheet);
  expect(onClose).not.toHaveBeenCalled();
  key('Escape');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('words that led to a file are looked for at once; the field is there by its button as well', async () => {
  const viewer = await show('beds.txt', ['June', 'Kohlrabi', 'kohlrabi']);
  await waitFor(() => expect(said(viewer)).toBe('1 of 4'));
  expect(field(viewer).value).toBe('June Kohlrabi kohlrabi');
  fireEvent.click(within(viewer).getByRole('button', { name: 'Hide the field' }));
  expect(within(viewer).queryByRole('search')).toBeNull();
  fireEvent.click(within(viewer).getByRole('button', { name: 'Find in this file' }));
  await waitFor(() => expect(said(viewer)).toBe('1 of 4'));
});

test('words that are not in the file open no field; what stands in two parts of a text does not stand together', async () => {
  const viewer = await show('notes.md', ['celery']);
  await within(viewer).findByText(/The raised/);
  expect(within(viewer).queryByRole('search')).toBeNull();
  key('f', { ctrlKey: true });
  await within(viewer).findByRole('search');
  fireEvent.change(field(viewer), { target: { value: 'raised beds' } });
  await waitFor(() => expect(said(viewer)).toBe('1 of 1'));
  fireEvent.change(field(viewer), { target: { value: 'emile' } });
  await waitFor(() => expect(said(viewer)).toBe('1 of 1'));
});

test('case, accents and kinds of space do not count, and places are those of the text', () => {
  const text = 'Straße\u00a0İstanbul CAFÉ\ncafe\u0301';
  expect(folded(text)).toHaveLength(text.length);
  const found = matchesOf(folded(text), [folded('cafe')], 9);
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(['CAFÉ', 'cafe']);
  expect(matchesOf(folded('a\u00a0B'), [folded('A b')], 9)).toEqual([{ from: 0, to: 3 }]);
  expect(matchesOf('aXbXab', ['ab', 'b', 'x'], 9)).toEqual([
    { from: 2, to: 3 },
    { from: 4, to: 6 },
  ]);
  expect(matchesOf('aaaa', ['a'], 3)).toHaveLength(3);
});

test('a place in a text becomes a range, also over several elements', () => {
  const root = document.createElement('div');
  const [first, second] = ['raised ', 'beds'].map((word) => {
    const span = document.createElement('span');
    span.textContent = word;
    return span;
  });
  root.append(first ?? '', second ?? '');
  const { text, rangeOf } = drawnText(root);
  const [match] = matchesOf(folded(text), ['ed bed'], 1);
  if (match === undefined) throw new Error('nothing found');
  expect(rangeOf(match).toString()).toBe('ed bed');
});
