// Places, live locations, and what is of an unknown kind.
import { useState } from 'react';
import type { LiveLocation } from '#contract/areas/messages/locations';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { at, mara, message, people, roomId } from '../fixtures';
import { usePresses } from '../presses';

const accountId = 'account000';
const larkfield = roomId('larkfield');
const minute = 60_000;

const live = (key: string, more: Partial<LiveLocation>): LiveLocation => ({
  ...{ eventId: `$${key}`, mine: false, stopped: false, unreadable: 0 },
  ...{ startMs: Date.now() - 20 * minute, endMs: Date.now() + 40 * minute },
  position: {
    ...{ latitude: 60.1587, longitude: 24.9523, uncertaintyM: null },
    atMs: Date.now() - 3 * minute,
  },
  ...more,
});

const notice = (
  key: string,
  actor: NoticeItem['actor'],
  detail: string | null,
  of?: LiveLocation,
): TimelineItem => ({
  ...{ kind: 'notice', key, eventId: `$${key}`, target: null, actor, detail },
  ...{ what: of === undefined ? 'unknown_kind' : 'live_location', sentAtMs: at(10, 2) },
  ...(of !== undefined && { live: of }),
});

const items: readonly TimelineItem[] = [
  { kind: 'start', key: 's', roomName: 'Larkfield identity', encrypted: true },
  message(people.odile, '', at(9, 50), {
    body: {
      ...{ type: 'location', text: 'The printing shop', latitude: 60.16, longitude: 24.93 },
      uncertaintyM: 12,
    },
  }),
  message(people.odile, '', at(9, 52), {
    body: {
      ...{ type: 'location', text: 'مطبعة الميناء', latitude: 60.17, longitude: 24.95 },
      uncertaintyM: null,
    },
  }),
  message(people.odile, '', at(9, 55), {
    body: { type: 'unsupported', eventType: 'org.example.heron', text: 'A heron landed' },
  }),
  notice('odd', people.jonas, 'org.example.heron'),
  notice('over', people.jonas, null, live('over', { stopped: true })),
  notice('theirs', people.odile, 'On my way to the <b>printing</b> shop', live('theirs', {})),
  notice('new', people.jonas, null, live('new', { position: null, unreadable: 2 })),
  notice('mine', mara, null, live('mine', { mine: true })),
];

interface ChatProps {
  readonly presses?: readonly string[];
  /** A stop of the own one waits for the server. */
  readonly stopping?: boolean;
}

function Chat({ presses = [], stopping = false }: ChatProps) {
  const [fake] = useState(() => {
    const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
    const share = { roomId: larkfield, roomName: 'Larkfield identity' };
    const engine = createFakeEngine({
      ...exampleWorld(),
      settings: { navigation },
      timelines: { [larkfield]: items },
      liveShares: [
        {
          ...{ ...share, key: 'mine', eventId: '$mine', person: mara, mine: true },
          ...{ endMs: Date.now() + 40 * minute, stopping },
        },
        {
          ...{ ...share, key: 'theirs', eventId: '$theirs', person: people.odile, mine: false },
          endMs: Date.now() + 40 * minute,
        },
      ],
    });
    return themed(createFakeShell({ [accountId]: engine }, [accountRow(accountId)]));
  });
  usePresses(presses);
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

export const locations = { render: () => <Chat /> };
export const locationsStopping = { render: () => <Chat stopping /> };
export const newPlace = {
  render: () => <Chat presses={['Add files, a poll or a place', 'Place']} />,
};
