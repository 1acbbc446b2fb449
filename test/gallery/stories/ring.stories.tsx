// The window that rings: a person with video, the call of a room, and for which of two accounts during another call.
import { useState } from 'react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { RingPage } from '../../../renderer/features/calls';
import { accountRow, createFakeShell, Window } from '../fakes/fakeApp';
import { people, roomId } from '../fixtures';

const account = 'account000';
const ring: CallRing = {
  callId: 'rings',
  roomId: roomId('studio'),
  roomName: 'Northline ferry wayfinding and signage programme',
  caller: people.odile,
  media: 'video',
  group: false,
  waiting: false,
  leftOut: false,
  startedMs: 1,
  ringsUntilMs: 9e15,
};

const next = { callId: 'next', caller: people.tomas, media: 'voice', startedMs: 2 };

function Ringing({
  change = {},
  later = null,
  busy = false,
  group = false,
}: {
  readonly change?: object;
  /** One more ring. */
  readonly later?: object | null;
  readonly busy?: boolean;
  /** The running call is one of a group, which cannot be held. */
  readonly group?: boolean;
}) {
  const [fake] = useState(() => {
    const rows = [accountRow(account), accountRow('account001', { label: 'Other' })];
    const made = createFakeShell({}, busy ? rows : rows.slice(0, 1));
    made.update({
      app: { theme: document.documentElement.dataset.theme as 'light' | 'dark' },
      rings: [change, ...(later === null ? [] : [{ ...next, ...later }])].map((one) => ({
        accountId: account,
        ring: { ...ring, ...one },
      })),
    });
    if (busy) {
      const { callId, roomName, media } = ring;
      const where = {
        callId,
        roomId: roomId('dm-priya'),
        roomName,
        media,
        person: group ? null : people.priya,
      };
      const rest = {
        direction: 'out',
        state: 'connected',
        connectedMs: 1,
        sessionId: 's',
      } as const;
      made.update({ runningCalls: [{ accountId: 'account001', call: { ...where, ...rest } }] });
    }
    return made;
  });
  return (
    <Window fake={fake}>
      <RingPage />
    </Window>
  );
}

export const ringPerson = { render: () => <Ringing /> };
export const ringRoom = { render: () => <Ringing change={{ group: true, media: 'voice' }} /> };
export const ringBusy = { render: () => <Ringing busy /> };
export const ringBusyNoHold = { render: () => <Ringing busy group /> };
export const ringLeftOut = { render: () => <Ringing change={{ leftOut: true, media: 'voice' }} /> };
/** A later call stands below; neither caller is verified. */
export const ringsLeftOut = {
  render: () => <Ringing change={{ leftOut: true, media: 'voice' }} later={{ leftOut: true }} />,
};
