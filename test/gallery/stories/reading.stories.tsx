// The words about a room and its messages: its topic in full, who has read a message, messages that are kept from them.
import { at, mara, message, people, roomId } from '../fixtures';
import { App } from './App';
import { inTurn, typeInto } from './steps';

const larkfield = roomId('larkfield');
const topic =
  'Everything about the identity. Files and dates: https://example.org/larkfield – ask first';

const pressed = (selector: string) => (): boolean => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.click();
  return found !== null;
};

export const topicInFull = {
  render: () => (
    <App
      open="larkfield"
      world={{ headers: { [larkfield]: { topic } } }}
      then={() =>
        inTurn([
          pressed(
            'main header [aria-haspopup="dialog"][title], main [aria-haspopup="dialog"][title^="Everything"]',
          ),
        ])
      }
    />
  ),
};
export const topicInIntro = {
  render: () => (
    <App
      open="larkfield"
      world={{
        headers: { [larkfield]: { topic } },
        timelines: {
          [larkfield]: [
            { kind: 'start', key: 's', roomName: 'Larkfield identity', encrypted: true },
          ],
        },
      }}
    />
  ),
};

const readers = [people.odile, people.tomas, people.priya, people.jonas];
const read = message(mara, 'Bleed is 3 mm, everybody please check', at(10, 2), {
  ...{ eventId: '$own', readBy: readers.slice(0, 3) },
});
export const readBy = {
  render: () => (
    <App
      open="larkfield"
      world={{ timelines: { [larkfield]: [read] } }}
      then={() =>
        inTurn([pressed('[data-message] button:has([role="img"][aria-label^="Read by"])')])
      }
    />
  ),
};

const body = { type: 'undecryptable', reason: 'withheld_unverified', text: '** x **' } as const;
export const leftOut = {
  render: () => (
    <App
      open="larkfield"
      world={{
        timelines: {
          [larkfield]: [
            message(people.odile, 'Good morning', at(10, 1)),
            message(people.odile, '', at(10, 2), { body, continuation: true, eventId: '$left' }),
          ],
        },
      }}
    />
  ),
};

const field = '[role="dialog"] input[type="text"]';
/** `made`: the room is created, and the server does not list it. */
const publicRoom = (made: boolean) => ({
  render: () => (
    <App
      open="larkfield"
      then={() =>
        inTurn([
          pressed('[aria-label="New chat"]'),
          pressed('[role=radio][value="room"], input[value="room"]'),
          () => {
            const name = document.querySelector<HTMLInputElement>(field);
            if (name === null) return false;
            typeInto(name, 'Chess & checkers');
            return true;
          },
          pressed('[role="dialog"] [role="switch"]'),
          ...(made ? [pressed('[role="dialog"] button[type="submit"]')] : []),
        ])
      }
    />
  ),
});
export const newPublicRoom = publicRoom(false);
export const newPublicRoomUnlisted = publicRoom(true);
