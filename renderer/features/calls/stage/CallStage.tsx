// The stage of a call, whatever carries it: its pictures and controls in the frame, with what the call can do.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { isolate } from '#ui/text/isolate';
import { useVerifyPerson } from '../acts/useVerifyPerson';
import { HandoverCard } from '../acts/HandoverCard';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter, useSession } from '../context';
import { Grid, GridButtons, useGrid } from '../pictures/Grid';
import { Pair } from '../pictures/Pair';
import { peopleIn } from '../pictures/tiles';
import { SharingBar } from '../share/SharingBar';
import { CallControls } from './CallControls';
import { CallChoice, CallEnd } from './CallEnd';
import { problemWords } from './problemWords';
import { Stage, StageNotice } from './Stage';

export interface CallStageProps {
  readonly call: CallSnapshot;
  /** The room's timeline for the chat; null: none. */
  readonly chat: ReactNode;
  /** Invites more people to the room, who may then join the call; null: the person may not. */
  readonly onInvite: (() => void) | null;
}

/** A group call has gone on since somebody began it, whenever this account came; a server's clock that is ahead counts for nothing. */
const sinceOf = ({ startedMs }: CallSnapshot, begunMs: number | undefined): number | null =>
  startedMs === null || begunMs === undefined ? startedMs : Math.min(startedMs, begunMs);

export function CallStage({ call, chat, onInvite }: CallStageProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const session = useSession(call.callId);
  const { value: room } = useValue('room', { roomId: call.roomId });
  const grid = useGrid(call);
  const { callId, roomId, name, notice, sharing, can, participants } = call;
  const { value: group } = useValue('groupCallRoom', can.many ? { roomId } : null);
  const talker = participants.find(({ key }) => key === call.floor)?.name ?? null;
  const hands = peopleIn(participants.filter(({ handRaised }) => handRaised));
  const count = [
    t('groupCalls.people', { count: peopleIn(participants) }),
    ...(hands === 0 ? [] : [t('groupCalls.hands', { count: hands })]),
  ].join(', ');
  const face = {
    id: call.userId ?? roomId,
    name,
    avatar: can.many ? (room?.avatar ?? null) : call.avatar,
  };
  return (
    <Stage
      callId={callId}
      label={can.many ? t('groupCalls.stage', { name }) : t('calls.stage', { name })}
      title={name}
      avatar={<MediaAvatar {...face} size={24} />}
      {...(can.many ? { count, onInvite, layouts: <GridButtons grid={grid} /> } : {})}
      {...endOf(call)}
      sinceMs={sinceOf(call, group?.call?.createdMs)}
      encrypted={call.encrypted ?? room?.encrypted === true}
      controls={<CallControls call={call} />}
      screen={participants.some(({ screen }) => screen !== null)}
      lines={linesOf(call)}
      chat={chat}
      unread={room?.unread ?? 0}
      onSmall={() => center?.open(null)}
    >
      {sharing !== null && (
        <SharingBar sharing={sharing} acts={session} held={call.onHold || call.heldByOther} />
      )}
      <HandoverCard call={call} />
      {can.many ? <Grid call={call} grid={grid} /> : <Pair call={call} />}
      {notice !== null && (
        <StageNotice
          {...problemWords(t, notice, 'unmute', talker)}
          way={notice === 'leg_refused' && <VerifyRefusing call={call} />}
          onDismiss={() => session?.dismissNotice()}
        />
      )}
    </Stage>
  );
}

/** Offers to verify a participant who refuses us because we are not verified; one at a time. */
function VerifyRefusing({ call: { participants, roomId } }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const { verify, pending } = useVerifyPerson();
  const person = participants.find(({ leg }) => leg === 'refused');
  if (person === undefined) return null;
  const { userId, name } = person;
  return (
    <Button size="s" pending={pending} onPress={() => void verify({ userId, roomId })}>
      {t('groupCalls.verifyNamed', { name: isolate(name) })}
    </Button>
  );
}

const linesOf = ({ participants }: CallSnapshot) =>
  participants.flatMap(({ key, name, connection, measured }) =>
    connection === null ? [] : [{ key, name, connection, measured }],
  );

/** The part of the stage that replaces the controls. */
function endOf(call: CallSnapshot): { readonly end?: ReactNode } {
  if (call.state === 'ended') return { end: <CallEnd call={call} /> };
  return call.unanswered === null ? {} : { end: <CallChoice call={call} /> };
}
