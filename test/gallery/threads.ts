// A room with threads: what stands in the room, in a thread, and in the lists.
import type {
  ThreadItem,
  ThreadSummary,
  TimelineItem,
} from '#contract/areas/messages/timelineModels';
import type { World } from './fakes/fakeEngine';
import { at, mara, message, people, roomId } from './fixtures';

const { odile, tomas } = people;
export const threadRoom = roomId('larkfield');
export const threadId = '$thread';

const preview = (sender: ThreadItem['sender'], text: string) => ({
  kind: 'text' as const,
  text,
  mine: sender === mara,
  trust: 'ok' as const,
  senderName: sender?.name ?? '',
});

export const summary: ThreadSummary = {
  count: 3,
  unread: 2,
  mentions: true,
  last: {
    sender: odile,
    preview: preview(odile, 'The ladder is in the shed, behind the bikes, if nobody has taken it.'),
    sentAtMs: at(14, 2),
  },
  people: [odile, mara],
};

const root = message(mara, 'Who brings what on Saturday?', at(13, 40), {
  key: 'k-root',
  eventId: threadId,
});

const answers: readonly TimelineItem[] = [
  { kind: 'day', key: 'day', dayMs: at(0, 0) },
  { ...root, answers: 3 },
  message(mara, 'I have two baskets.', at(13, 55), { key: 'k-1', eventId: '$a1' }),
  { kind: 'unread', key: 'unread' },
  message(odile, 'And I can bring coffee for everybody.', at(14, 1), {
    key: 'k-2',
    eventId: '$a2',
  }),
  message(
    odile,
    'The ladder is in the shed, behind the bikes, if nobody has taken it.',
    at(14, 2),
    { key: 'k-3', ...{ eventId: '$a3', continuation: true } },
  ),
];

const item = (
  local: string,
  sender: ThreadItem['sender'],
  text: string,
  more: Partial<ThreadSummary>,
): ThreadItem => ({
  key: `${threadRoom} ${local}`,
  roomId: threadRoom,
  roomName: 'Larkfield identity',
  threadId: local,
  sender,
  preview: sender === null ? null : preview(sender, text),
  sentAtMs: at(10, 12),
  summary: { ...summary, ...more },
});

export const threadsWorld: Partial<World> = {
  timelines: {
    [threadRoom]: [
      { kind: 'day', key: 'day', dayMs: at(0, 0) },
      message(odile, 'The weather looks good.', at(13, 30), { key: 'k-0', eventId: '$w' }),
      message(tomas, 'Please bring gloves.', at(13, 35), { key: 'k-9', eventId: '$g' }),
      { ...root, thread: summary },
    ],
    [`${threadRoom} ${threadId}`]: answers,
  },
  threadOf: { $a3: threadId },
  threads: [
    item(threadId, mara, 'Who brings what on Saturday?', {}),
    item(
      '$second',
      tomas,
      'Draft of the invitation: could somebody read it who has not seen it yet, and say where it is too long?',
      {
        ...{ count: 12, unread: 0, mentions: false, people: [tomas, odile, mara] },
      },
    ),
    item('$third', null, '', { count: 40, unread: 0, mentions: false, last: null }),
  ],
};
