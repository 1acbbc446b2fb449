// Example data for the gallery and the window's tests: people, rooms, items. Fixed times, so that pictures can be compared.
import type { MemberRow, Person } from '#contract/areas/rooms/peopleModels';
import type {
  EncryptionStatus,
  EngineInfo,
  FoundServer,
  Session,
  SyncStatus,
} from '#contract/areas/account/accountModels';
import type { RoomHeader, RoomRow } from '#contract/areas/rooms/roomsModels';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';

/** Today at a local time of day. */
export const at = (hours: number, minutes: number, daysAgo = 0): number => {
  const day = new Date();
  day.setDate(day.getDate() - daysAgo);
  day.setHours(hours, minutes, 0, 0);
  return day.getTime();
};

export const person = (userId: string, name: string): Person => ({
  userId,
  name,
  ambiguous: false,
  avatar: null,
});

export const mara = person('@mara:fernhill.example', 'Mara Lindqvist');
export const people = {
  odile: person('@odile:fernhill.example', 'Odile Marchetti'),
  priya: person('@priya:fernhill.example', 'Priya Venn'),
  tomas: person('@tomas:fernhill.example', 'Tomas Okafor'),
  jonas: person('@jonas:fernhill.example', 'Jonas Achterberg'),
  long: person(
    '@bartholomew:fernhill.example',
    'Bartholomew Fitzgerald-Oyelaran of the Northline Wayfinding and Signage Office (South)',
  ),
  arabic: person('@layla:fernhill.example', 'ليلى المنصوري'),
} as const;

export const session: Session = {
  state: 'signed_in',
  userId: mara.userId,
  deviceId: 'QWERTYUIOP',
  displayName: mara.name,
  avatar: null,
  serverName: 'fernhill.example',
  baseUrl: 'https://matrix.fernhill.example',
  accountPage: null,
};

export const signedOut: Session = {
  state: 'signed_out',
  userId: null,
  deviceId: null,
  displayName: null,
  avatar: null,
  serverName: null,
  baseUrl: null,
  accountPage: null,
};

/** Servers differ by their names: `service.` delegates, `sso.` has providers, any other has passwords. */
export const foundServer = (server: string): FoundServer => ({
  serverName: server,
  baseUrl: `https://matrix.${server}`,
  oauth: server.startsWith('service.'),
  create: server.startsWith('service.'),
  device: server.startsWith('service.'),
  sso: server.startsWith('sso.')
    ? ['University', 'GitHub'].map((name) => ({ kind: 'sso', id: name, name, icon: null }))
    : [],
  password: !server.startsWith('service.'),
});

export const engineInfo: EngineInfo = { version: '0.1.0', startedAtMs: at(8, 30), state: 'ready' };

export const syncing: SyncStatus = {
  state: 'SYNCING',
  phase: 'syncing',
  sinceMs: at(8, 31),
  waitingMessages: 0,
  unsent: null,
  droppedEvents: 0,
  consentUri: null,
  error: null,
};

export const encryptionReady: EncryptionStatus = {
  state: 'ready',
  deviceVerified: true,
  backupEnabled: true,
  unbackedKeys: 0,
  undecryptable: 0,
  identityReplaced: false,
  hasRecoveryKey: true,
  ways: { recoveryKey: true, device: true, backup: true },
  error: null,
};

export const roomId = (local: string): string => `!${local}:fernhill.example`;

/** A joined, encrypted room row; everything can be replaced. */
export function roomRow(local: string, name: string, more: Partial<RoomRow> = {}): RoomRow {
  return {
    kind: 'room',
    key: roomId(local),
    roomId: roomId(local),
    section: 'rooms',
    name,
    avatar: null,
    directUserId: null,
    membership: 'join',
    encrypted: true,
    muted: false,
    preview: { kind: 'text', senderName: 'Tomas', mine: false, text: 'See you there' },
    activityMs: at(10, 0),
    unread: 0,
    highlights: 0,
    dot: false,
    unsent: false,
    typing: [],
    ...more,
  };
}

const mayAll = {
  send: true,
  invite: true,
  rename: true,
  setTopic: true,
  redactOthers: true,
  pin: true,
  notifyRoom: true,
  kick: true,
  ban: true,
  setRoles: true,
};
export const maySendOnly = {
  send: true,
  invite: false,
  rename: false,
  setTopic: false,
  redactOthers: false,
  pin: false,
  notifyRoom: false,
  kick: false,
  ban: false,
  setRoles: false,
};

export function roomHeader(row: RoomRow, more: Partial<RoomHeader> = {}): RoomHeader {
  return {
    roomId: row.roomId,
    membership: row.membership,
    name: row.name,
    topic: null,
    avatar: row.avatar,
    directUserId: row.directUserId,
    ...(row.address !== undefined && { address: row.address }),
    encrypted: row.encrypted,
    public: false,
    version: '12',
    joinedCount: row.directUserId === null ? 5 : 2,
    invitedCount: 0,
    inviter: null,
    typing: [],
    permissions: mayAll,
    tags: row.section === 'favourites' ? ['m.favourite'] : [],
    replacementRoomId: null,
    predecessorRoomId: null,
    replacementVia: [],
    isSpace: row.section === 'spaces',
    unread: row.unread,
    hasNew: row.unread > 0 || row.dot,
    notifications: 'default',
    ...more,
  };
}

const preview = (text: string, senderName: string | null = null, mine = false) => ({
  kind: 'text' as const,
  senderName,
  mine,
  text,
});

const direct = (who: Person, more: Partial<RoomRow> = {}): RoomRow =>
  roomRow(`dm-${who.userId.slice(1, 6)}`, who.name, {
    section: 'people',
    directUserId: who.userId,
    ...more,
  });

export const rooms: readonly RoomRow[] = [
  roomRow('winter', 'Winter market', {
    section: 'invites',
    membership: 'invite',
    preview: { kind: 'none', senderName: 'Odile', mine: false, text: '' },
    activityMs: at(10, 44),
  }),
  roomRow('larkfield', 'Larkfield identity', {
    section: 'favourites',
    typing: ['Odile'],
    activityMs: at(10, 42),
  }),
  roomRow('studio', 'Studio', {
    section: 'favourites',
    unread: 3,
    preview: preview('Stand-up moved to 10:15, the kettle is on', 'Tomas'),
    activityMs: at(10, 31),
  }),
  direct(people.priya, {
    preview: preview('I will bring the swatches', null, true),
    activityMs: at(10, 20),
  }),
  direct(people.tomas, {
    unread: 1,
    preview: { kind: 'audio', senderName: null, mine: false, text: '' },
    activityMs: at(9, 58),
  }),
  direct(people.long, {
    preview: preview('Northline_wayfinding_specification_final_v12.pdf'),
    activityMs: at(16, 0, 3),
  }),
  direct(people.arabic, { preview: preview('شكرا، أراك غدا'), activityMs: at(15, 0, 4) }),
  roomRow('northline', 'Northline ferry wayfinding and signage programme', {
    highlights: 1,
    unread: 4,
    preview: preview('@Mara can you check the pier 4 arrows?', 'Jonas'),
    activityMs: at(10, 37),
  }),
  roomRow('proofs', 'Proofs and print', {
    preview: { kind: 'draft', senderName: null, mine: true, text: 'the coated stock is' },
    activityMs: at(11, 0, 3),
  }),
  roomRow('lunch', 'Lunch', {
    muted: true,
    dot: true,
    preview: preview('Soup place at 12:30?', 'Wen'),
    activityMs: at(10, 2),
  }),
  roomRow('type', 'Open type foundry talk', {
    encrypted: false,
    preview: preview('Thursday: variable fonts for signage, room 2'),
    activityMs: at(9, 0, 4),
  }),
  roomRow('unsent', 'Print shop', {
    unsent: true,
    preview: preview('Could somebody ask them for a wet proof?', null, true),
    activityMs: at(9, 0, 5),
  }),
  roomRow('q', 'Q', {
    preview: { kind: 'none', senderName: null, mine: false, text: '' },
    activityMs: at(9, 0, 5),
  }),
  roomRow('archive', 'Archive 2019', { section: 'low_priority', activityMs: at(9, 0, 40) }),
];

export const members: readonly MemberRow[] = [
  { person: mara, role: 'creator', presence: 'online', membership: 'join', powerLevel: 150 },
  { person: people.odile, role: 'admin', presence: 'online', membership: 'join', powerLevel: 100 },
  {
    person: people.jonas,
    role: 'moderator',
    presence: 'offline',
    membership: 'join',
    powerLevel: 50,
  },
  { person: people.long, role: 'member', presence: 'unknown', membership: 'join', powerLevel: 0 },
  { person: people.arabic, role: 'member', presence: 'online', membership: 'join', powerLevel: 0 },
  {
    person: people.tomas,
    role: 'member',
    presence: 'unavailable',
    membership: 'invite',
    powerLevel: 0,
  },
].map(
  (member) =>
    ({
      ...member,
      key: member.person.userId,
      actions: {
        invite: false,
        kick: member.powerLevel < 100,
        ban: member.powerLevel < 100,
        unban: false,
        levels:
          member.powerLevel < 100
            ? [
                { role: 'admin', level: 100 },
                ...(member.powerLevel === 50
                  ? [{ role: 'member', level: null }]
                  : [{ role: 'moderator', level: 50 }]),
              ]
            : [],
      },
    }) as MemberRow,
);

let counter = 0;

/** A plain text message; everything can be replaced. */
export function message(
  sender: Person,
  text: string,
  sentAtMs: number,
  more: Partial<MessageItem> = {},
): MessageItem {
  counter += 1;
  const mine = sender.userId === mara.userId;
  return {
    kind: 'message',
    key: `m${counter}`,
    eventId: `$event${counter}`,
    sender,
    mine,
    sentAtMs,
    continuation: false,
    body: { type: 'text', text, html: null },
    reply: null,
    edited: false,
    editText: mine ? text : null,
    reactions: [],
    readBy: [],
    status: null,
    error: null,
    progress: null,
    highlight: false,
    trust: 'ok',
    actions: {
      ...{ react: true, reply: true, thread: true, forward: true, edit: mine, redact: mine },
      ...{ retry: false, cancel: false },
    },
    ...more,
  };
}

/** Five pictures sent together with words; the bytes of the last are not to be had. */
export const albumOf = (sender: Person): MessageItem[] =>
  ['p1', 'p2', 'p3', 'p4', 'p5'].map((key) =>
    message(sender, '', at(9, 48), {
      ...{ key, eventId: `$${key}`, continuation: key !== 'p1' },
      body: {
        type: 'image',
        media: {
          handle: key === 'p5' ? 'handle-of-nothing-here' : `drawn-picture-number-${key}`,
          ...{ thumbnail: null, fileName: `${key}.jpg`, mimeType: 'image/jpeg' },
          ...{ sizeBytes: 1_840_000, width: 800, height: 600, durationMs: null },
          ...{ blurhash: null, encrypted: true, broken: null },
        },
        looks: { extension: 'jpg', fileKind: 'image', warnings: [] },
        caption: key === 'p1' ? { text: 'Around the farm', html: null } : null,
      },
    }),
  );

const bleed =
  '@Mara bleed is 3 mm all round, except the gusset, where the printer wants 5. I changed both files.';
export const timeline: readonly TimelineItem[] = [
  { kind: 'start', key: 'start', roomName: 'Larkfield identity', encrypted: true },
  { kind: 'day', key: 'day-1', dayMs: at(0, 0, 1) },
  message(
    people.tomas,
    'Press slot is confirmed for Friday 09:00. Final PDFs have to be with the printer by 18:00 tomorrow, otherwise we lose the slot until the week after.',
    at(16, 40, 1),
    { reactions: [{ key: '👍', count: 4, mine: '$r1', senders: ['Priya', 'Mara'] }] },
  ),
  { kind: 'day', key: 'day-0', dayMs: at(0, 0) },
  message(
    people.odile,
    'Bag proof with the warmer red. Photographed by the window, no correction.',
    at(9, 48),
    {
      reactions: [
        { key: '❤️', count: 3, mine: '$r2', senders: ['Mara', 'Priya', 'Jonas'] },
        { key: '🥐', count: 2, mine: null, senders: ['Jonas', 'Tomas'] },
      ],
    },
  ),
  { kind: 'unread', key: 'unread' },
  message(people.priya, bleed, at(10, 12), {
    body: {
      ...{ type: 'text', text: bleed },
      html: bleed.replace('@Mara', `<a href="https://matrix.to/#/${mara.userId}">@Mara</a>`),
    },
    mentions: [mara],
    highlight: true,
    edited: true,
    reply: {
      eventId: '$event1',
      inThread: false,
      sender: people.tomas,
      preview: {
        kind: 'text',
        senderName: 'Tomas',
        mine: false,
        text: 'Final PDFs have to be with the printer by 18:00 tomorrow, otherwise we lose the slot',
      },
    },
  }),
  message(people.jonas, '', at(10, 21), {
    body: {
      type: 'undecryptable',
      reason: 'sent_before_sign_in',
      text: '** Unable to decrypt: DecryptionError **',
    },
  }),
  message(mara, 'Thanks. Checking the gusset against the dieline now.', at(10, 40), {
    readBy: [people.priya, people.odile],
  }),
  message(mara, 'The barcode sits 2 mm too close to the fold on the left side.', at(10, 42), {
    continuation: true,
    eventId: null,
    status: 'sending',
  }),
  message(mara, 'Could somebody ask them for a wet proof?', at(10, 42), {
    continuation: true,
    eventId: null,
    status: 'not_sent',
    error: {
      code: 'server_error',
      message: 'No answer',
      retryable: true,
      retryAfterMs: null,
      data: null,
    },
    actions: {
      ...{ react: false, reply: false, thread: false, forward: false, edit: false, redact: false },
      ...{ retry: true, cancel: true },
    },
  }),
];

/** The texts of a message before and after its edit. */
export const versions = [
  { key: '$before', sentAtMs: at(9, 58), text: 'Bleed is 2 mm all round.', html: null },
  { key: '$after', sentAtMs: at(10, 2), text: 'Bleed is 3 mm all round.', html: null },
];

export const guest: Session = {
  ...session,
  userId: '@214:fernhill.example',
  deviceId: 'guest_device',
  displayName: null,
  guest: true,
};

/** A short chat of two, from its beginning. */
export const withPriya = (): Readonly<Record<string, readonly TimelineItem[]>> => ({
  [roomId('dm-priya')]: [
    { kind: 'start', key: 'priya-start', roomName: 'Priya Venn', encrypted: true },
    { kind: 'day', key: 'priya-day', dayMs: at(0, 0) },
    message(people.priya, 'Do you have the swatches for the gusset?', at(10, 12)),
    message(mara, 'I will bring the swatches', at(10, 20)),
  ],
});
