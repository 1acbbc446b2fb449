import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';

const accountId = 'account000';

describe('a room that may be opened next', () => {
  /** Requests of the window about rooms, in order: `list timeline !room`. */
  async function openAndListen(): Promise<{ tree: HTMLElement; asked: string[] }> {
    const engine = createFakeEngine(exampleWorld());
    const asked: string[] = [];
    const attach: FakeEngine['attach'] = (port) =>
      engine.attach({
        ...port,
        post: (message) => port.post(message),
        onMessage: (listener) =>
          port.onMessage((message) => {
            const { t, name, query } = message as {
              t: string;
              name: string;
              query?: { roomId?: string | null };
            };
            const about = query?.roomId ?? null;
            if (about !== null && (t === 'list' || t === 'value'))
              asked.push(`${t} ${name} ${about}`);
            listener(message);
          }),
      });
    const listening: FakeEngine = { ...engine, attach };
    const fake = createFakeShell({ [accountId]: listening }, [accountRow(accountId)]);
    render(
      <Window fake={fake}>
        <Root />
      </Window>,
    );
    return { tree: await screen.findByRole('tree', { name: 'Chats' }), asked };
  }
  const firstPicture = (id: string): string[] => [
    `value room ${id}`,
    `list timeline ${id}`,
    `value draft ${id}`,
  ];
  const chosen = roomId('lunch');

  test('is asked for as soon as it is pressed, all at once, and only once', async () => {
    const { tree, asked } = await openAndListen();
    const row = within(tree).getByText('Lunch').closest('[role="treeitem"]');
    if (row === null) throw new Error('no row');
    fireEvent.pointerDown(row);
    await waitFor(() => expect(asked.slice(-3)).toEqual(firstPicture(chosen)));
    fireEvent.click(row);
    await screen.findByRole('log', { name: 'Messages' });
    for (const one of firstPicture(chosen))
      expect(asked.filter((other) => other === one)).toHaveLength(1);
  });

  test('is asked for when the pointer rests on it, not when it passes', async () => {
    const { tree, asked } = await openAndListen();
    const rowsOf = within(tree).getAllByRole('treeitem', { selected: false });
    jest.useFakeTimers();
    try {
      const before = asked.length;
      for (const row of rowsOf) {
        fireEvent.pointerEnter(row);
        fireEvent.pointerLeave(row);
      }
      act(() => jest.advanceTimersByTime(200));
      expect(asked).toHaveLength(before);
      const row = within(tree).getByText('Lunch').closest('[role="treeitem"]');
      if (row !== null) fireEvent.pointerEnter(row);
      act(() => jest.advanceTimersByTime(200));
    } finally {
      jest.useRealTimers();
    }
    await waitFor(() => expect(asked.slice(-3)).toEqual(firstPicture(chosen)));
  });

  test('does not wait for the room itself before it asks for its messages', async () => {
    const { tree, asked } = await openAndListen();
    const row = within(tree).getByText('Lunch').closest('[role="treeitem"]');
    if (row !== null) fireEvent.click(row);
    await screen.findByRole('log', { name: 'Messages' });
    const at = (what: string): number => asked.indexOf(`${what} ${chosen}`);
    expect(at('list timeline') - at('value room')).toBe(1);
  });
});
