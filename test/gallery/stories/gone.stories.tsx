// Rooms that this account left or was removed from.
import type { Departure } from '#contract/areas/rooms/departureModels';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { exampleWorld } from '../fakes/fakeEngine';
import { people, roomId, roomRow } from '../fixtures';
import { App, first } from './App';
import { inTurn } from './steps';

const larkfield = roomId('larkfield');

const removed: Departure = {
  how: 'removed',
  by: people.odile,
  reason: 'Please use Compost instead',
  listed: true,
};

const story = (departure: Departure, more: Partial<RoomHeader> = {}, draft = '') => ({
  render: () => (
    <App
      open="larkfield"
      world={{
        ...exampleWorld(),
        headers: { [larkfield]: { membership: 'leave', departure, ...more } },
        drafts: { [larkfield]: { text: draft, replyTo: null, editing: null } },
      }}
    />
  ),
});

export const goneRemoved = story(removed, {}, 'I could bring the seedlings on');
/** A removal from another room is told above the buttons of the page. */
export const goneNotice = {
  render: () => (
    <App
      open="larkfield"
      world={{ headers: { [larkfield]: { membership: 'leave', departure: removed } } }}
      then={({ engines }) => {
        const engine = engines.get(first);
        const headers = {
          [larkfield]: { membership: 'leave', departure: removed },
          [roomId('studio')]: { membership: 'leave', departure: removed },
        } as const;
        inTurn([
          // Only a change after the window has looked is news.
          () => engine !== undefined && engine.openedRemovals.length > 0,
          () => {
            engine?.update({ headers });
            return true;
          },
        ]);
      }}
    />
  ),
};
/** A request to join that was declined, looked at. */
export const goneRefused = story({ ...removed, how: 'refused', entry: 'ask' });
/** The rows at the end of the list. */
export const goneRow = {
  render: () => (
    <App
      open="winter"
      world={{
        rooms: [
          roomRow('garden', 'Community garden', {
            ...{ section: 'removed', membership: 'leave', dot: true },
            preview: { kind: 'none', senderName: 'Odile Marchetti', mine: false, text: '' },
          }),
          roomRow('book', 'Book club', {
            ...{ section: 'removed', membership: 'leave', departed: 'refused', dot: true },
            preview: { kind: 'none', senderName: 'Odile Marchetti', mine: false, text: '' },
          }),
          ...exampleWorld().rooms.slice(0, 5),
        ],
      }}
    />
  ),
};
export const goneBanned = story(
  {
    ...removed,
    how: 'banned',
    reason: 'x'.repeat(60) + ' and more words in a long line.\nSecond line',
  },
  { membership: 'ban', wasHere: true },
);
export const goneLeft = story({ how: 'left', by: null, listed: false });
export const goneWithdrawn = story({ ...removed, how: 'withdrawn', listed: false });

/** More than one kind of words was written and not sent. */
export const goneUnsent = {
  render: () => (
    <App
      open="larkfield"
      world={{
        ...exampleWorld(),
        headers: { [larkfield]: { membership: 'leave', departure: removed } },
        drafts: {
          [larkfield]: {
            text: 'I could bring the seedlings on Saturday, if somebody has room for two trays in a car and a dry corner for the compost, which does not like to stand in the rain.\nThe other tray goes to the school.',
            replyTo: null,
            editing: { eventId: '$dug', text: 'We dug two beds, not three', mentions: [] },
          },
        },
        scheduled: [
          {
            ...{ key: 'scheduled-00000001', text: 'The gate is open from eight.', undo: false },
            ...{ atMs: Date.now() + 86_400_000, state: 'waiting', error: null, atServer: false },
          },
        ],
      }}
    />
  ),
};
