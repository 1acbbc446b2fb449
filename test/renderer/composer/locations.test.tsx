// Live locations as a window draws them: what others wrote in them is text, whatever it is, and degrees are numbers.
import '../jsdom';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { parseGeoUri } from '#engine/events/geoUri';
import type { LiveLocation } from '#contract/areas/messages/locations';
import { LiveCard, type LiveCardProps } from '../../../renderer/features/locations/LiveCard';
import { OwnLiveBar } from '../../../renderer/features/locations/LiveBars';
import { readPlace } from '../../../renderer/features/locations/readPlace';
import { payloads } from '../../e2e/injection/payloads';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { people, roomId } from '../../gallery/fixtures';

const minute = 60_000;
const live = (more: Partial<LiveLocation> = {}): LiveLocation => ({
  ...{ eventId: '$start', mine: false, stopped: false, unreadable: 0 },
  ...{ startMs: Date.now() - 20 * minute, endMs: Date.now() + 20 * minute },
  position: { latitude: 1.5, longitude: 2, uncertaintyM: null, atMs: Date.now() - 7.5 * minute },
  ...more,
});

async function card(
  of: LiveLocation,
  more: Partial<LiveCardProps> = {},
  engine = createFakeEngine(exampleWorld()),
): Promise<HTMLElement> {
  const none = (): void => undefined;
  const { container } = render(
    <AccountWindow engine={engine}>
      <LiveCard
        {...{ roomId: '!room:a.org', actor: 'Odile', text: '', onOpen: none, onCopy: none }}
        live={of}
        {...more}
      />
    </AccountWindow>,
  );
  await screen.findByText(/^Odile share/);
  return container;
}

test('it says where its sender was, how long ago, and until when; a press opens the map', async () => {
  const opened: unknown[] = [];
  await card(live(), { onOpen: (place) => opened.push(place) });
  screen.getByText('1.5, 2');
  screen.getByText('Updated 7 minutes ago');
  expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Open in browser' }));
  expect(opened).toMatchObject([{ latitude: 1.5, longitude: 2 }]);
});

test.each([
  ['was stopped', live({ mine: true, stopped: true })],
  ['ran out', live({ mine: true, endMs: Date.now() - 1 })],
])('one that %s has ended, and is neither moved nor stopped', async (_, of) => {
  await card(of);
  screen.getByText(/It has ended/);
  expect(screen.queryByRole('button', { name: /^(Move|Stop sharing)$/ })).toBeNull();
});

test('a stop that waits for the server is said in the bar, which has no button for it any more', async () => {
  const share = { key: '$a', eventId: '$a', roomId: roomId('garden'), roomName: 'Garden' };
  const mine = { ...share, person: people.priya, mine: true, endMs: Date.now() + minute };
  const engine = createFakeEngine({ ...exampleWorld(), liveShares: [mine] });
  engine.answers.stopLiveLocation = () => ({ told: false });
  render(
    <AccountWindow engine={engine}>
      <OwnLiveBar />
    </AccountWindow>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Stop sharing' }));
  await screen.findByText(/^The server cannot be reached. Sharing stops as soon as it can/);
  act(() => engine.update({ liveShares: [{ ...mine, stopping: true }] }));
  await screen.findByText(/^The live location in .Garden. stops as soon as/);
  expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
});

test('a stop that waits for the server is said in the card, too, which can neither be moved nor stopped again', async () => {
  const mine = live({ mine: true });
  const room = roomId('garden');
  const share = { key: '$start', eventId: '$start', roomId: room, roomName: 'Garden' };
  const shared = { ...share, person: people.priya, mine: true, endMs: mine.endMs };
  const engine = createFakeEngine({ ...exampleWorld(), liveShares: [shared] });
  await card(mine, { roomId: room }, engine);
  fireEvent.click(screen.getByRole('button', { name: 'Move' }));
  await screen.findByRole('dialog', { name: 'Where you are now' });
  act(() => engine.update({ liveShares: [{ ...shared, stopping: true }] }));
  await screen.findByText('It stops as soon as the server can be reached.');
  expect(screen.queryByRole('button', { name: /^(Move|Stop sharing)$/ })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('hostile words, names and addresses of places are text, or no place', async () => {
  for (const payload of payloads) {
    expect(readPlace(payload)).toBeNull();
    expect(readPlace(`geo:${payload}`)).toBeNull();
    expect(parseGeoUri(`geo:${payload}`)).toBeNull();
    expect(parseGeoUri(`geo:1,${payload}`)).toBeNull();
    const radius = parseGeoUri(`geo:1,2;u=${payload}`)?.uncertaintyM ?? null;
    expect([null, 1]).toContain(radius);
  }
  const bare = (await card(live())).querySelectorAll('*').length;
  cleanup();
  const text = payloads.join('');
  const drawn = await card(live(), { text });
  expect(drawn.textContent).toContain(text);
  expect(drawn.querySelectorAll('*')).toHaveLength(bare + 1);
});
