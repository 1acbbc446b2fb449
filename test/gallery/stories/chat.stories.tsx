// The screens of one conversation: kinds of messages, the panel of emoji, an empty room, much that is new.
import { useEffect, useState } from 'react';
import type { FileKind } from '#contract/areas/files/fileLooks';
import type { MessagePreview } from '#contract/areas/messages/previewModels';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../fakes/fakeEngine';
import { examplePacks } from '../fakes/fakePacks';
import { albumOf, at, mara, message, people, roomId, withPriya } from '../fixtures';
import { usePresses } from '../presses';
import { inTurn } from './steps';

const accountId = 'account000';
const larkfield = roomId('larkfield');

function Chat({
  world,
  presses = [],
  room = larkfield,
}: {
  readonly world: Partial<World>;
  readonly room?: string;
  readonly presses?: readonly string[];
}) {
  const [fake] = useState(() => {
    const settings = {
      navigation: { place: 'chats', roomId: room, turn: 'content', collapsed: [] },
      emoji: { recent: ['👍', '🥐', '👋🏽', '🚀', '❤️'], tone: 3 },
    };
    const engine = createFakeEngine({ ...exampleWorld(), settings, ...world });
    return themed(createFakeShell({ [accountId]: engine }, [accountRow(accountId)]));
  });
  usePresses(presses);
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

const timeline = (...items: readonly TimelineItem[]): Partial<World> => ({
  timelines: { [larkfield]: items },
});
const start: TimelineItem = {
  kind: 'start',
  key: 's',
  roomName: 'Larkfield identity',
  encrypted: true,
};
const wave = Array.from(
  { length: 64 },
  (_, bar) => Math.abs(Math.sin(bar / 3) * Math.cos(bar / 7)) ** 0.8,
);

function file(
  type: 'audio' | 'file',
  fileName: string,
  fileKind: FileKind,
  more = {},
): MessageItem['body'] {
  return {
    type,
    media: {
      handle: `handle-of-${fileName.replaceAll(/[^a-z]/g, '')}`.padEnd(20, 'x'),
      thumbnail: null,
      fileName,
      mimeType: null,
      sizeBytes: 1_840_000,
      width: null,
      height: null,
      durationMs: type === 'audio' ? 42_300 : null,
      blurhash: null,
      encrypted: true,
      broken: null,
    },
    looks: { extension: fileName.split('.').at(-1) ?? '', fileKind, warnings: [] },
    caption: null,
    ...more,
  };
}

const body = (one: MessageItem['body'], more: Partial<MessageItem> = {}) => ({
  body: one,
  ...more,
});

type PollAnswer = Extract<MessageItem['body'], { type: 'poll' }>['answers'][number];

const answer = (text: string, votes: number, more: Partial<PollAnswer> = {}): PollAnswer => ({
  ...{ id: text, text, votes, mine: false, winner: false, voters: [] },
  ...more,
});

export const kinds = {
  render: () => (
    <Chat
      world={timeline(
        message(
          people.priya,
          '',
          at(9, 40),
          body(
            file('audio', 'Voice message.ogg', 'audio', { sound: { voice: true, waveform: wave } }),
          ),
        ),
        message(
          people.priya,
          '',
          at(9, 41),
          body(
            file('audio', 'interview-with-the-printer.mp3', 'audio', {
              sound: { voice: false, waveform: null },
            }),
            {
              continuation: true,
            },
          ),
        ),
        message(people.odile, '', at(9, 50), body(file('file', 'plan.pdf', 'pdf'))),
        message(
          people.odile,
          '',
          at(9, 51),
          body(file('file', 'costs-2026.ods', 'sheet'), { continuation: true }),
        ),
        message(
          people.tomas,
          '',
          at(10, 2),
          body(
            {
              type: 'poll',
              text: 'Which red for the bag?',
              answers: [
                answer('7621', 4, { voters: ['Priya', 'Jonas', 'Odile', 'Lena'] }),
                answer('7622', 2, { mine: true, voters: ['Mara', 'Tomás'] }),
                answer('The old one', 0),
              ],
              ...{ disclosed: true, maxSelections: 1, ended: false, people: 6, unreadable: 0 },
              ...{ mayVote: true, mayEnd: true },
            },
            {
              reactions: [{ key: '👍', count: 3, mine: '$r', senders: ['Priya', 'Odile', 'Mara'] }],
            },
          ),
        ),
        message(
          people.jonas,
          '',
          at(10, 5),
          body({ type: 'emote', text: 'waves from the printing shop', html: null }),
        ),
        message(
          people.odile,
          '',
          at(10, 7),
          body({
            type: 'poll',
            text: 'Lunch on Thursday?',
            answers: [
              answer('Soup', 3, { mine: true, winner: true }),
              answer('Bread with a long list of what is on it and what is not', 1),
            ],
            ...{ disclosed: false, maxSelections: 2, ended: true, people: 4, unreadable: 1 },
            ...{ mayVote: false, mayEnd: false, late: true },
          }),
        ),
        message(mara, 'See you there', at(10, 8)),
      )}
    />
  ),
};

/** A chat with somebody who is blocked. */
export const blockedChat = {
  render: () => (
    <Chat
      room={roomId('dm-priya')}
      world={{ ignored: [people.priya.userId], timelines: withPriya() }}
    />
  ),
};
export const versions = { render: () => <Chat world={{}} presses={['(edited)']} /> };

export const newPoll = {
  render: () => <Chat world={{}} presses={['Add files, a poll or a place', 'Poll']} />,
};

/** Emoji of packs stand behind the recent ones. */
export const emojiPacks = {
  render: () => <Chat world={{ packs: examplePacks(larkfield) }} presses={['Emoji']} />,
};

export const emojiPanel = { render: () => <Chat world={{}} presses={['Emoji']} /> };

const made = (what: 'created' | 'encrypted' | 'named', detail: string | null): TimelineItem => ({
  ...{ kind: 'notice', key: what, eventId: `$${what}`, what, actor: mara, target: null },
  ...{ detail, sentAtMs: at(9, 0) },
});

export const emptyRoom = {
  render: () => (
    <Chat
      world={{
        ...timeline(
          start,
          { kind: 'day', key: 'd', dayMs: at(0, 0) },
          made('created', null),
          made('encrypted', null),
          made('named', 'Larkfield identity'),
        ),
        headers: { [larkfield]: { topic: null } },
      }}
    />
  ),
};

const talk = Array.from({ length: 60 }, (_, index) =>
  message(
    index % 3 === 0 ? people.odile : people.tomas,
    index === 57
      ? 'The second proof is on its way, a little darker this time, with the gusset corrected and the barcode moved.'
      : `Note ${index + 1} on the proof`,
    at(9, index),
    { key: `k${index}`, eventId: `$k${index}` },
  ),
);

export const newBar = {
  render: () => (
    <Chat
      world={{
        ...timeline(...talk),
        unreadPlaces: {
          [larkfield]: { count: 350, mentions: 1, after: '$far', sinceMs: at(12, 3, 2) },
        },
      }}
    />
  ),
};

/** Scrolls up and chooses two messages. */
function Choosing() {
  useEffect(() => {
    const found = (selector: string): HTMLElement[] => [
      ...document.querySelectorAll<HTMLElement>(selector),
    ];
    const press = (element: HTMLElement | undefined): boolean => {
      element?.click();
      return element !== undefined;
    };
    return inTurn(
      [
        // The list may still be finding its place at the end.
        () => {
          const isUp = found('main button').some(({ textContent }) => /newest/.test(textContent));
          if (!isUp) found('[role="log"]').forEach((log) => log.scrollBy(0, -1500));
          return isUp;
        },
        () => {
          const menu = new MouseEvent('contextmenu', { bubbles: true, clientX: 600, clientY: 300 });
          return found('main [data-message]').at(-12)?.dispatchEvent(menu) !== undefined;
        },
        () =>
          press(found('[role="menuitem"]').find(({ textContent }) => /several/.test(textContent))),
        () => press(found('[role="checkbox"]').at(-14)),
      ],
      250,
    );
  }, []);
  return <Chat world={timeline(...talk)} />;
}
export const choosing = { render: () => <Choosing /> };

const said = (text: string): MessagePreview => ({
  ...{ kind: 'text', text, senderName: null, mine: false },
});

/** Everywhere that other people's words stand around a message. */
export const wordsOfOthers = {
  render: () => (
    <Chat
      world={timeline(
        message(people.odile, '', at(9, 1), {
          body: {
            ...{ type: 'text', text: `${people.priya.userId}: https://example.org/a`, html: null },
            previews: [
              {
                ...{ url: 'https://example.org/a', site: 'example.org', title: 'A bindery' },
                ...{ text: 'How a book is sewn', picture: null },
              },
            ],
          },
          mentions: [people.priya],
        }),
        message(
          people.priya,
          '',
          at(9, 2),
          body(file('file', 'plan.pdf', 'pdf', { caption: { text: 'The plan', html: null } })),
        ),
        message(people.tomas, '', at(9, 3), {
          body: { type: 'redacted', by: people.odile, reason: 'Said twice' },
        }),
        message(people.odile, '', at(9, 3), {
          body: {
            ...{ type: 'text', text: 'Odile asks' },
            html: `<a href="https://matrix.to/#/${people.odile.userId}">Odile</a> asks`,
          },
          mentions: [people.odile],
        }),
        message(people.tomas, 'Yes', at(9, 4), {
          reply: {
            ...{ eventId: '$first', inThread: false, sender: people.odile },
            preview: said('Is it sewn?'),
          },
          hidden: { reason: 'Off topic' },
          thread: {
            ...{ count: 1, unread: 0, mentions: false, people: [people.odile] },
            last: {
              ...{ sender: people.odile, sentAtMs: at(9, 5) },
              preview: said('It is glued'),
            },
          },
          reactions: [{ key: '👍', count: 1, mine: null, senders: ['Odile'] }],
        }),
      )}
    />
  ),
};

/** A server that keeps what was said before somebody came. */
export const olderRefused = {
  render: () => <Chat world={{ ...timeline(...talk.slice(0, 5)), olderRefused: true }} />,
};

export const compactList = {
  render: () => (
    <Chat
      world={{
        settings: {
          listDensity: 'compact',
          navigation: { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] },
        },
      }}
    />
  ),
};

/** Five sent together; the bytes of the last are not to be had. */
export const album = { render: () => <Chat world={timeline(start, ...albumOf(people.odile))} /> };

/** A picture over the whole window, with words about it. */
const viewed = (text: string, html: string | null = null) => {
  const [first] = albumOf(people.odile);
  if (first?.body.type !== 'image') return null;
  const one = { ...first, body: { ...first.body, caption: { text, html } } };
  return <Chat world={timeline(start, one)} presses={['Open p1.jpg']} />;
};
const farm = 'The upper field with the new beds, seen from the gate.';
export const viewerCaption = { render: () => viewed('Around the farm') };
export const viewerLong = {
  render: () => viewed(`${Array(6).fill(farm).join(' ')}\nSecond line`),
};
export const viewerArabic = { render: () => viewed('حول المزرعة') };
export const viewerList = {
  render: () => viewed('', `<p>Around the farm:</p><ul><li>${farm}</li><li>The gate</li></ul>`),
};

/** Times of the day by twelve hours. */
export const twelveHours = {
  render: () => (
    <Chat
      world={{
        settings: {
          clock: '12',
          navigation: { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] },
        },
      }}
    />
  ),
};
