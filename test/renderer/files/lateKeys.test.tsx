// A folder that was just accepted: what waits for its key is drawn quietly, and the focus goes to its files.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { added } from '../../gallery/fakes/fakeFiles';
import { directory, fileRow } from '../../gallery/filesFixtures';
import { people, roomId } from '../../gallery/fixtures';
import { openFiles, rowOf } from './filesWindow';

test('a file that waits for its key says so quietly, in its row and in its details; without one it says so in red', async () => {
  const waits = fileRow('barn', 'late.pdf', { problem: 'waiting', media: null });
  const lost = fileRow('barn', 'lost.pdf', { problem: 'undecryptable', media: null });
  const { list } = await openFiles('barn', {
    directories: [directory('barn', 'Barn', null, { files: [waits, lost] })],
  });
  const late = within(rowOf(list, 'late.pdf')).getByRole('img', { name: 'Waiting for its key' });
  expect(late.className).toBe('mark');
  const red = within(rowOf(list, 'lost.pdf')).getByRole('img', { name: 'Cannot be read yet' });
  expect(red.className).toBe('bad');
  fireEvent.click(rowOf(list, 'late.pdf'));
  fireEvent.click(screen.getByRole('button', { name: 'Details' }));
  const details = await screen.findByRole('complementary', { name: 'Details' });
  const title = within(details).getByText('Waiting for its key', { selector: 'strong' });
  expect(title.closest('.note')?.classList).toContain('quiet');
});

describe('after Accept by keyboard the focus goes to the files', () => {
  const invite = { roomId: roomId('inv'), name: 'Winter', inviter: people.odile, directories: 0 };
  const joined = {
    ...directory('inv', 'Winter', null, {
      section: 'shared',
      role: 'editor',
      files: [fileRow('inv', 'plan.pdf')],
    }),
    roomId: roomId('inv'),
  };

  /** The answer of the engine comes when the test says so; the room may be joined before. */
  async function accepting(from: 'pane' | 'tree') {
    const { tree, engine } = await openFiles('proofs', { treeInvites: [invite] });
    let answer: () => void = () => undefined;
    engine.answers.acceptTreeInvite = () => new Promise((resolve) => (answer = () => resolve({})));
    if (from === 'pane') fireEvent.click(within(tree).getByText('Winter'));
    const area = from === 'tree' ? tree : (screen.getAllByRole('main')[0] ?? tree);
    const button = await within(area).findByRole('button', { name: /^Accept/ });
    act(() => button.focus());
    fireEvent.click(button);
    return {
      answers: () => act(async () => answer()),
      /** Until the window has drawn it. */
      async joins() {
        act(() => engine.update({ treeInvites: [], ...added(engine.world, joined) }));
        await waitFor(() => expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull());
      },
    };
  }

  const filesHaveIt = () =>
    waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Content of Winter'),
    );

  test.each(['pane', 'tree'] as const)('from the %s, joined before the answer', async (from) => {
    const { joins, answers } = await accepting(from);
    await joins();
    await answers();
    await filesHaveIt();
  });

  test.each(['pane', 'tree'] as const)('from the %s, joined after the answer', async (from) => {
    const { joins, answers } = await accepting(from);
    await answers();
    await joins();
    await filesHaveIt();
  });

  test('but not from somebody who has gone on to something else meanwhile', async () => {
    const { joins, answers } = await accepting('tree');
    const elsewhere = screen.getByRole('button', { name: 'Chats' });
    fireEvent.pointerDown(elsewhere);
    act(() => elsewhere.focus());
    await joins();
    await answers();
    await screen.findByRole('grid', { name: 'Content of Winter' });
    expect(document.activeElement).toBe(elsewhere);
  });
});
