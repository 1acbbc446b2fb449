// Hundreds of files on their way: what one change of the queue costs the window, and that every row is drawn once.
import '../jsdom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FileRow } from '#contract/areas/files/filesModels';
import type { TransferRow } from '../../../renderer/features/files/transfers/transferWords';
import type { FakeEngine } from '../../gallery/fakes/fakeEngine';
import { noTransfers } from '../../gallery/fakes/fakeEngine';
import { directory, fileRow } from '../../gallery/filesFixtures';
import { manyTransfers, transferRow } from '../../gallery/panelsFixtures';
import { openFiles } from './filesWindow';

/** Each row of the list, of the queue and of the tree draws one such sign. */
const drawn: string[] = [];
jest.mock('../../../renderer/features/files/KindIcon', () => {
  const { KindIcon } = jest.requireActual('../../../renderer/features/files/KindIcon');
  return {
    KindIcon: (props: { kind: string }) => {
      drawn.push(props.kind);
      return KindIcon(props);
    },
  };
});
jest.mock('../../../renderer/features/files/tree/FolderMark', () => {
  const { FolderMark } = jest.requireActual('../../../renderer/features/files/tree/FolderMark');
  return {
    FolderMark: (props: object) => {
      drawn.push('tree');
      return FolderMark(props);
    },
  };
});

const count = 500;
const queue = manyTransfers(count);
const uploading = (index: number, more: Partial<FileRow> = {}): FileRow =>
  fileRow('barn', `photo-${String(index + 1).padStart(4, '0')}.jpg`, {
    key: `many-${index}`,
    entryId: null,
    fileKind: 'image',
    transferId: `many-${String(index).padStart(8, '0')}`,
    ...more,
  });
const barn = (files: readonly FileRow[]) => [
  directory('barn', 'Barn', null, { files }),
  directory('shed', 'Shed', 'barn'),
];

async function openBarn(): Promise<FakeEngine> {
  const files = Array.from({ length: count }, (_, index) => uploading(index));
  const { engine } = await openFiles('barn', {
    directories: barn(files),
    transfers: queue,
    transferSummary: { ...noTransfers, running: 2, waiting: count - 2 },
  });
  const grid = await screen.findByRole('grid', { name: 'Content of Barn' });
  await within(grid).findByText('photo-0001');
  await within(await screen.findByRole('grid', { name: 'Transfers' })).findByText('photo-0001.jpg');
  // Parts that load with the first use may draw the rows once more.
  await waitFor(() => expect(drawn.splice(0)).toEqual([]));
  return engine;
}

/** The rows that a change of the world draws, once `seen`. */
async function drawnBy(
  engine: FakeEngine,
  change: Parameters<FakeEngine['update']>[0],
  seen: () => void,
): Promise<readonly string[]> {
  drawn.length = 0;
  act(() => engine.update(change));
  await waitFor(seen);
  return [...drawn];
}

const changed = (index: number, more: Partial<TransferRow>): readonly TransferRow[] =>
  queue.map((row, at) => (at === index ? { ...row, ...more } : row));

describe('500 uploads', () => {
  test('progress of one draws one row of the queue and none of the list', async () => {
    const engine = await openBarn();
    const rows = await drawnBy(
      engine,
      { transfers: changed(1, { bytesDone: 700_000, secondsLeft: 7 }) },
      () => screen.getByText(/7 sec/),
    );
    expect(rows).toEqual(['image']);
  });

  test('what is paused is drawn anew in the queue and in the list, and nothing else', async () => {
    const engine = await openBarn();
    const rows = await drawnBy(engine, { transfers: changed(3, { state: 'paused' }) }, () => {
      screen.getByText('Upload paused');
      screen.getByText(/^Paused/);
    });
    // The sign in the list's row is a part of its own: the row itself stays.
    expect(rows).toEqual(['image']);
  });

  test('an upload that waits says so in its row, one that has begun too', async () => {
    const engine = await openBarn();
    const list = screen.getByRole('grid', { name: 'Content of Barn' });
    const rowOf = (name: string) => {
      const row = within(list).getByText(name).closest<HTMLElement>('[role="row"]');
      if (row === null) throw new Error(`no row ${name}`);
      return within(row);
    };
    rowOf('photo-0001').getByText('Uploading');
    const waits = [
      ['network', 'Waiting for the network'],
      ['turn', 'Waiting its turn'],
      ['rate_limit', 'Waiting because the server asks for a pause'],
      ['sign_in', 'Waiting until you sign in again'],
    ] as const;
    for (const [step, words] of waits) {
      const transfers = queue.map((row, at) => (at === 0 || at === 4 ? { ...row, step } : row));
      act(() => engine.update({ transfers }));
      await waitFor(() => rowOf('photo-0001').getByRole('img', { name: words }));
      rowOf('photo-0005').getByRole('img', { name: words });
      rowOf('photo-0001').getByText('Waiting');
      expect(rowOf('photo-0001').queryByText('Uploading')).toBeNull();
    }
    // Copies come the same way, but nothing of them goes up.
    const copies = queue.map((row, index): TransferRow => {
      const state = index === 0 ? 'running' : index === 4 ? 'failed' : row.state;
      return { ...row, kind: 'copy', state };
    });
    act(() => engine.update({ transfers: copies }));
    await waitFor(() => rowOf('photo-0001').getByText('Copying'));
    rowOf('photo-0005').getByText('Not copied');
    // A file is moved by a copy.
    const moves = copies.map((row): TransferRow => ({ ...row, moves: `$${row.transferId}` }));
    act(() => engine.update({ transfers: moves }));
    await waitFor(() => rowOf('photo-0001').getByText('Moving'));
    rowOf('photo-0005').getByText('Not moved');
  });

  test('a file that arrived draws its own row, whatever the heading and the tree say anew', async () => {
    const engine = await openBarn();
    const files = Array.from({ length: count }, (_, index) =>
      uploading(
        index,
        index === 4 ? { entryId: '$five', transferId: null, sizeBytes: 456_000 } : {},
      ),
    );
    const rows = await drawnBy(engine, { directories: barn(files) }, () =>
      screen.getByText('456 kB'),
    );
    expect(rows).toEqual(['image']);
  });
});

test('while a queue of 200 runs empty no row is drawn twice', async () => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const engine = await openBarn();
  const rank = { running: 0, waiting: 1, failed: 2, paused: 3, done: 4 } as const;
  let rows = Array.from({ length: 200 }, (_, index) =>
    transferRow(`photo-${index}.jpg`, {
      key: `many-${index}`,
      transferId: `many-${String(index).padStart(8, '0')}`,
    }),
  );
  for (let step = 0; step < 25; step += 1) {
    rows = rows
      .map((row, index): TransferRow => {
        if (index >= step * 8 && index < step * 8 + 10) return { ...row, state: 'running' };
        if (index >= step * 8) return row;
        return { ...row, state: 'done', finishedMs: step * 1_000 + (index % 7) };
      })
      .sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }));
    const shown = [...rows].sort(
      (a, b) =>
        rank[a.state] - rank[b.state] ||
        (b.finishedMs ?? 0) - (a.finishedMs ?? 0) ||
        a.key.localeCompare(b.key, 'en', { numeric: true }),
    );
    const files = Array.from({ length: 200 }, (_, index) =>
      uploading(index, index < step * 8 ? { key: `$${index}`, entryId: `$${index}` } : {}),
    );
    await act(async () => {
      engine.update({ transfers: shown, directories: barn(files) });
      await Promise.resolve();
    });
    const list = screen.getByRole('grid', { name: 'Transfers' });
    list.scrollTop = (step * 977) % 9_000;
    fireEvent.scroll(list);
    for (const name of ['Transfers', 'Content of Barn']) {
      const indexes = [...screen.getByRole('grid', { name }).querySelectorAll('[data-index]')].map(
        (row) => row.getAttribute('data-index'),
      );
      expect(new Set(indexes).size).toBe(indexes.length);
    }
  }
  const doubled = complaints.mock.calls.filter(([text]) => String(text).includes('same key'));
  complaints.mockRestore();
  expect(doubled).toEqual([]);
});

test('the queue by keyboard: one tab stop, arrows, a row’s buttons, and the focus when its row goes', async () => {
  const engine = await openBarn();
  const list = screen.getByRole('grid', { name: 'Transfers' });
  const rowOf = (name: string) => {
    const row = within(list).getByText(name).closest<HTMLElement>('[role="row"]');
    if (row === null) throw new Error(`no row ${name}`);
    return row;
  };
  expect(list.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  act(() => rowOf('photo-0001.jpg').focus());
  fireEvent.keyDown(rowOf('photo-0001.jpg'), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rowOf('photo-0002.jpg'));
  fireEvent.keyDown(rowOf('photo-0002.jpg'), { key: 'ArrowRight' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Pause photo-0002.jpg');
  fireEvent.keyDown(document.activeElement ?? list, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(rowOf('photo-0002.jpg'));
  fireEvent.keyDown(rowOf('photo-0002.jpg'), { key: 'End' });
  expect(document.activeElement?.textContent).toContain('photo-0500.jpg');
  fireEvent.keyDown(document.activeElement ?? list, { key: 'Home' });
  fireEvent.keyDown(rowOf('photo-0001.jpg'), { key: 'Delete' });
  await waitFor(() =>
    expect(
      engine.calls.filter(({ name }) => name === 'transfers').map(({ input }) => input),
    ).toEqual([{ transferIds: [queue[0]?.transferId], act: 'cancel' }]),
  );
  act(() => engine.update({ transfers: queue.slice(1) }));
  await waitFor(() => expect(within(list).queryByText('photo-0001.jpg')).toBeNull());
  expect(document.activeElement).toBe(rowOf('photo-0002.jpg'));
});
