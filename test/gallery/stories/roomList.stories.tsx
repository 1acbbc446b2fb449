// The list of chats: names and words of both directions, a chat that was gone to from below it, and all that can wait without a network.
import type { RoomRow } from '#contract/areas/rooms/roomsModels';
import { roomId, roomRow, at, syncing } from '../fixtures';
import { exampleWorld } from '../fakes/fakeEngine';
import { App, first, later, press } from './App';
import { typeInto } from './steps';

const [hebrew, long] = [
  'שלום לכולם, מי משקה את העצים מחר בבוקר לפני שהשמש עולה?',
  'Watering tomorrow: the hose is behind the shed, the key under the third pot',
];

const said = (name: string, senderName: string | null, text: string, minute: number) =>
  roomRow(name, name, {
    section: 'people',
    preview: { kind: 'text', senderName, mine: senderName === null, text },
    activityMs: at(19, minute),
    unread: minute % 3,
  });

/** Each of both scripts by somebody whose name is of the other one, too; the last ones are short. */
export const listTwoWays = {
  render: () => (
    <App
      world={{
        rooms: [
          said('שיחה על גינון ועצי פרי', 'דנה לוי', hebrew, 59),
          said('Orchard', 'Bob Okafor', hebrew, 58),
          said('Weather', 'דנה לוי', long, 57),
          said('Garden', 'Bob Okafor', long, 56),
          said('Mill', null, hebrew, 55),
          said('Bakery', 'דנה אביגיל לוי-אברמוביץ׳ הראשונה', hebrew, 54),
          said('Attic', 'Bartholomew-Christopher Okafor-Lindqvist', hebrew, 53),
          said('Roof', 'דנה לוי', 'שלום', 52),
          said('Cellar', 'Bob Okafor', 'שלום', 51),
          roomRow('draft', 'Draft', {
            preview: { kind: 'draft', senderName: null, mine: true, text: hebrew },
          }),
        ],
      }}
    />
  ),
};

const [bob, otherBob] = ['@bob:fernhill.example', '@bob.okafor.the.second:fernhill.example'];
const twins = [
  roomRow('bob', 'Bob Okafor', { section: 'people', directUserId: bob, address: bob, unread: 2 }),
  roomRow('bob2', 'Bob Okafor', { section: 'people', directUserId: otherBob, address: otherBob }),
  roomRow('long', 'Inês de Sousa Guimarães e Albuquerque', {
    section: 'people',
    directUserId: '@ines:fernhill.example',
    address: '@ines:fernhill.example',
  }),
  roomRow('design', 'Design review', { address: '#design:fernhill.example', muted: true }),
  roomRow('design2', 'Design  review', {
    address: '!q7TnRkZ:fernhill.example',
    muted: true,
    silent: true,
  }),
];

/** Names that only addresses tell apart: in the list, and in the header and the first words of one of them. */
export const listTwins = {
  render: () => (
    <App
      open="bob2"
      world={{
        rooms: twins,
        timelines: {
          [roomId('bob2')]: [
            { kind: 'start', key: 'start', roomName: 'Bob Okafor', encrypted: true },
          ],
        },
      }}
    />
  ),
};

const space = (name: string, more: Partial<RoomRow> = {}): RoomRow =>
  roomRow(name, name, {
    section: 'spaces',
    preview: { kind: 'none', senderName: null, mine: false, text: '' },
    activityMs: at(9, 0, 4),
    ...more,
  });

/** Spaces with news inside, mentions among them, and one without. */
export const listSpaces = {
  render: () => (
    <App
      world={{
        rooms: [
          ...exampleWorld().rooms.slice(0, 6),
          space('Fernhill', { inside: { rooms: 3, highlights: 0 } }),
          space('Orchard and its many gardens by the river', {
            inside: { rooms: 128, highlights: 14 },
          }),
          space('Allotments'),
        ],
      }}
    />
  ),
};

/** Folded sections: one with mentions, one with something new, one with nothing. */
export const listFolded = {
  render: () => (
    <App
      world={{
        settings: {
          navigation: {
            ...{ place: 'chats', roomId: null, turn: 'list' },
            collapsed: ['favourites', 'people', 'spaces'],
          },
        },
        rooms: [
          ...exampleWorld().rooms.map((row) =>
            row.section === 'favourites' ? { ...row, unread: 40, highlights: 12 } : row,
          ),
          said('Bob Okafor', null, long, 50),
          space('Allotments'),
        ],
      }}
    />
  ),
};

const river = 'Orchard and its many gardens by the river';
const pressRow = (name: string) =>
  later(() =>
    [...document.querySelectorAll<HTMLElement>('[role=treeitem]')]
      .find(({ textContent }) => textContent?.includes(name))
      ?.click(),
  );

const liveCall = (name: string, people: number) => ({
  ...{ roomId: roomId(name), groupCallId: name, media: 'voice' as const },
  ...{ people, news: true },
});

const inSpace = (
  name: string,
  then: () => void = pressRow(name),
  beside: readonly string[] = [],
) => (
  <App
    row={{ unread: 5, highlights: beside.length }}
    world={{
      rooms: [
        ...exampleWorld().rooms.slice(0, 6),
        ...['Beds', 'Water and tools', 'Harvest']
          .map((one, index) => said(one, index === 1 ? null : 'Bob Okafor', long, 50 - index))
          .map((row) => ({ ...row, section: 'rooms' as const })),
        roomRow('Beehives', 'Beehives', {
          ...{ section: 'invites', membership: 'invite', activityMs: at(19, 40) },
          preview: { kind: 'none', senderName: 'Bob Okafor', mine: false, text: '' },
        }),
        { ...said('Stand-up', 'Bob Okafor', 'Starting now', 49), section: 'rooms' as const },
        said('Ana Reis', null, 'See you there', 43),
        space('Allotments', { inside: { rooms: 2, highlights: 0 } }),
        space(river),
        space('Office archive', { inside: { rooms: 1, highlights: 1 } }),
      ],
      spaces: {
        [roomId('Allotments')]: [
          ...['Beds', 'Water and tools', 'Harvest', 'Office archive'],
          ...beside,
        ].map(roomId),
      },
      liveGroupCalls: [liveCall('Stand-up', 3)],
    }}
    then={then}
  />
);

/** Set to a space, whose page is open; the list of it alone, in a narrow window; and a space of which no room is joined. */
export const listInSpace = { render: () => inSpace('Allotments') };
export const listInSpaceNarrow = {
  render: () =>
    inSpace('Allotments', () => {
      pressRow('Allotments')();
      later(() => press('[aria-label="Back to chats"]'))();
    }),
};
/** A room that is made beside that list goes into the space. */
export const newRoomInSpace = {
  render: () =>
    inSpace('Allotments', () => {
      pressRow('Allotments')();
      later(() => press('[aria-label="New chat"]'))();
      setTimeout(() => press('[role=radiogroup] label:nth-child(2)'), 900);
    }),
};
const filtered = (text: string) => ({
  render: () =>
    inSpace('Allotments', () => {
      pressRow('Allotments')();
      later(() => {
        const field = document.querySelector<HTMLInputElement>(
          '#room-filter input, input#room-filter',
        );
        if (field !== null) typeInto(field, text);
      })();
    }),
});
/** The filter of that list: a hit in the space, and hits that stand elsewhere. */
export const listFoundInSpace = filtered('bed');
export const listFoundElsewhere = filtered('studio');
/** In a narrow window the way back to the list says what is unread. */
export const backWithUnread = {
  render: () => <App open="larkfield" row={{ unread: 128, highlights: 12 }} />,
};
export const backWithCount = { render: () => <App open="larkfield" row={{ unread: 400 }} /> };
/** The same while a call is running elsewhere; and another place, where the rail says both. */
export const backWithCall = {
  render: () => (
    <App
      open="larkfield"
      row={{ unread: 128, highlights: 12 }}
      world={{ liveGroupCalls: [liveCall('studio', 3)] }}
    />
  ),
};
export const backWithCallAlone = {
  render: () => <App open="larkfield" world={{ liveGroupCalls: [liveCall('studio', 3)] }} />,
};
export const awayWithCall = {
  render: () => (
    <App
      row={{ unread: 128, highlights: 12 }}
      world={{ liveGroupCalls: [liveCall('studio', 3)] }}
      then={later(() => press('[aria-label="Notifications"]'))}
    />
  ),
};
/** Beside the rooms of a space: an invitation, a room with a call and a chat of two with something new, all from outside it. */
export const listBesideSpace = {
  render: () => inSpace('Allotments', pressRow('Allotments'), ['Beehives', 'Stand-up', 'Ana Reis']),
};
export const listInEmptySpace = { render: () => inSpace(river) };

/** Scrolled down, and a chat above it was chosen elsewhere. */
export const listGoneTo = {
  render: () => (
    <App
      world={{
        rooms: [
          ...exampleWorld().rooms,
          ...Array.from({ length: 20 }, (_, index) => roomRow(`r${index}`, `Room ${index}`)),
        ],
      }}
      then={(fake) =>
        later(() => {
          const tree = document.querySelector('[role="tree"]');
          if (tree !== null) tree.scrollTop = 600;
          const openRequest = {
            accountId: first,
            roomId: roomId('larkfield'),
            thread: null,
            at: 1,
          };
          fake.update({ openRequest });
        })()
      }
    />
  ),
};

export const offlineAll = {
  render: () => (
    <App
      open="larkfield"
      world={{
        sync: {
          ...syncing,
          ...{ phase: 'offline', sinceMs: at(14, 2, 0), waitingMessages: 2, waitingChanges: 1 },
        },
      }}
    />
  ),
};
