// Somebody takes this account out of a room: told wherever the person is in the window, once, with the way to the room's page.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Departure } from '#contract/areas/rooms/departureModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { directories } from '../../gallery/filesFixtures';
import { people, roomId } from '../../gallery/fixtures';

const accountId = 'account000';
const [larkfield, tender] = [roomId('larkfield'), roomId('tender')];
const removed: Departure = {
  ...{ how: 'removed', by: people.odile, reason: 'Season is over', listed: true },
};
const told = /Odile Marchetti.? removed you from “.?Bicycles.?”: Season is over$/;

/** The window in a place where the room is not seen. */
async function open(
  place: 'calls' | 'files' | 'chats',
  lost: Record<string, Departure> = {},
  opened: string | null = null,
) {
  const turn = opened === null ? 'list' : 'content';
  const navigation = { place, roomId: opened, turn, collapsed: [] };
  const headers = headersOf(lost);
  const engine = createFakeEngine({ ...exampleWorld(), headers, settings: { navigation } });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  await screen.findAllByRole('navigation');
  await waitFor(() => expect(engine.openedRemovals).not.toEqual([]));
  return engine;
}

const headersOf = (lost: Record<string, Departure>) =>
  Object.fromEntries(
    Object.entries(lost).map(([id, departure]) => [
      id,
      { membership: 'leave' as const, name: 'Bicycles', departure },
    ]),
  );
const lose = (engine: FakeEngine, departure: Departure, beside: object = {}) =>
  act(() => engine.update({ headers: headersOf({ [larkfield]: departure }), ...beside }));

const withoutFolder = {
  directories: directories.map((one) =>
    one.roomId === tender ? { ...one, departure: removed } : one,
  ),
};
const folderTold = /Odile Marchetti.? removed you from “.?Tender library.?”: Season is over$/;
const openFrom = (notice: HTMLElement) => {
  const toast = notice.closest<HTMLElement>('[role="alertdialog"]') ?? notice;
  fireEvent.click(within(toast).getByRole('button', { name: 'Open' }));
};

test('the notice says by whom, from what and why, leads to the page of the room, and comes once', async () => {
  const engine = await open('calls');
  lose(engine, removed);
  openFrom(await screen.findByText(told));
  await screen.findByRole('region', { name: /Odile .*removed you from this room/ });
  await waitFor(() => expect(screen.queryByText(told)).toBeNull());
  lose(engine, { ...removed, how: 'banned' }, withoutFolder);
  openFrom(await screen.findByText(folderTold));
  await screen.findByRole('heading', { name: /removed you from “.?Tender library/ });
  expect(screen.queryByText(/you from “.?Bicycles/)).toBeNull();
});

test('what the page in view says is not said once more over it', async () => {
  const engine = await open('chats', {}, larkfield);
  await screen.findByRole('heading', { name: /Larkfield identity/, level: 1 });
  lose(engine, removed);
  await screen.findByRole('region', { name: /Odile .*removed you from this room/ });
  lose(engine, removed, withoutFolder);
  await screen.findByText(folderTold);
  expect(screen.queryByText(told)).toBeNull();
});

test('a request to join that is declined is told wherever one is', async () => {
  const engine = await open('files');
  lose(engine, { how: 'refused', by: people.odile, listed: true });
  openFrom(await screen.findByText(/Odile Marchetti.? declined your request for “.?Bicycles.?”$/));
  await screen.findByRole('region', { name: /Odile .*declined your request to join/ });
});

test('who was in it again meanwhile is told again', async () => {
  const engine = await open('calls');
  lose(engine, removed);
  await screen.findByText(told);
  act(() => engine.update({ headers: {}, ...withoutFolder }));
  await screen.findByText(folderTold);
  lose(engine, { how: 'banned', by: people.odile, listed: true });
  await screen.findByText(/Odile Marchetti.? banned you from “.?Bicycles.?”$/);
});

test('nothing is told of what was lost before, of a going by own will, or of what an ignored person did', async () => {
  const old = { [roomId('fieldwork')]: removed };
  const engine = await open('calls', old);
  const headers = headersOf({
    ...old,
    [larkfield]: { ...removed, by: people.tomas },
    [roomId('left')]: { how: 'left', by: null, listed: false },
    [roomId('declined')]: { how: 'declined', by: null, listed: true },
  });
  act(() => engine.update({ headers, ignored: [people.tomas.userId], ...withoutFolder }));
  await screen.findByText(folderTold);
  expect(screen.queryByText(/“.?Bicycles/)).toBeNull();
});
