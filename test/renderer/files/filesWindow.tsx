// A window that stands in Files, for the tests of that place.
import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { FileRow } from '#contract/areas/files/filesModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { expanded } from '../../gallery/filesFixtures';
import { roomId } from '../../gallery/fixtures';

const accountId = 'account000';

/** The system's clipboard, which jsdom lacks. */
Object.defineProperty(navigator, 'clipboard', {
  configurable: true,
  value: { writeText: async () => undefined },
});

export interface FilesWindow {
  readonly engine: FakeEngine;
  readonly fake: FakeShell;
  readonly tree: HTMLElement;
  readonly list: HTMLElement;
}

/** `open`: local name of the directory; the tree stands unfolded as in the gallery. */
export async function openFiles(
  open = 'proofs',
  world: Partial<World> = {},
  view: 'list' | 'grid' = 'list',
): Promise<FilesWindow> {
  const files = {
    directoryId: roomId(open),
    expanded: [...expanded],
    sort: { by: 'name', descending: false },
    view,
    details: false,
    transfersOpen: true,
    turn: 'content',
  };
  const navigation = { place: 'files', roomId: null, turn: 'list', collapsed: [], files };
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation }, ...world });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  fake.tickets = (files) =>
    files.map((file, index) => ({
      ticket: `ticket-ticket-ticket-${index}`,
      fileName: file instanceof File ? file.name : '',
      sizeBytes: 1,
      mimeType: null,
      isFolder: false,
    }));
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  const tree = await screen.findByRole('tree', { name: 'Folders' });
  const list = await screen.findByRole(view === 'list' ? 'grid' : 'listbox', {
    name: /^Content of/,
  });
  await waitFor(() => {
    if (rows(list).length === 0 && world.directories === undefined) throw new Error('no rows yet');
  });
  return { engine, fake, tree, list };
}

/** A file with which nothing can be done. */
export const noActs: FileRow['actions'] = {
  open: false,
  save: false,
  rename: false,
  lock: false,
  unlock: false,
  newVersion: false,
  move: false,
  copy: false,
  delete: false,
  restore: false,
  deleteForever: false,
};

const nameOf = (row: Element): string =>
  row.querySelector('[title]:not([role])')?.getAttribute('title') ?? '';

/** Names of the drawn rows. */
export const rows = (list: HTMLElement): string[] =>
  [...list.querySelectorAll('[data-index]')].map(nameOf);

export const chosen = (list: HTMLElement): string[] =>
  [...list.querySelectorAll('[data-index][aria-selected="true"]')].map(nameOf);

export const rowOf = (list: HTMLElement, name: string): HTMLElement => {
  const row = [...list.querySelectorAll<HTMLElement>('[data-index]')].find(
    (one) => nameOf(one) === name,
  );
  if (row === undefined) throw new Error(`no row ${name} among ${rows(list).join(', ')}`);
  return row;
};

/** `Ctrl+a`, `Shift+ArrowDown`, `F2`. */
export function press(element: HTMLElement, ...combinations: string[]): void {
  for (const one of combinations) {
    const parts = one.split('+');
    const key = one === '+' ? '+' : (parts.pop() ?? '');
    fireEvent.keyDown(element, {
      key: key === 'Space' ? ' ' : key,
      ctrlKey: parts.includes('Ctrl'),
      shiftKey: parts.includes('Shift'),
      altKey: parts.includes('Alt'),
    });
  }
}

export const called = (engine: FakeEngine, name: string): readonly unknown[] =>
  engine.calls.filter((call) => call.name === name).map(({ input }) => input);

/** jsdom has no drags: an event with what the handlers read. */
export function dragEvent(
  type: string,
  element: Element,
  files: readonly File[] = [],
  more: Partial<MouseEventInit> = {},
): Event & { readonly dataTransfer: DataTransfer } {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...more });
  const dataTransfer = {
    types: files.length > 0 ? ['Files'] : ['application/x-trellis'],
    items: files.map((file) => ({ kind: 'file', type: file.type })),
    files,
    effectAllowed: 'all',
    dropEffect: 'none',
    setData: () => undefined,
    setDragImage: () => undefined,
  };
  Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
  fireEvent(element, event);
  return event as unknown as Event & { readonly dataTransfer: DataTransfer };
}
