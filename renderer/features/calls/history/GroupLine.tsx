// A group call in the timeline: who started it, how long it went on, whether it was missed, and the way in while it goes on.
import { Phone, PhoneMissed, Video } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { GroupCallNote } from '#contract/areas/calls/callNote';
import { useValue } from '#app/hooks';
import { useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { groupWords } from './callWords';
import { useCallCenter, useCallsState } from '../context';
import { peopleIn } from '../pictures/tiles';
import { useShowCall } from '../stage/useShowCall';
import { LineFrame } from './LineFrame';
import styles from './CallLine.module.css';

export interface GroupLineProps {
  readonly call: GroupCallNote;
  /** The name of the person who started the call, isolated from the text direction of the sentence. */
  readonly actor: string;
}

export function GroupLine({ call, actor }: GroupLineProps) {
  const { t } = useTranslation();
  const { outcome, media } = call;
  const missed = outcome === 'missed';
  return (
    <LineFrame
      icon={missed ? PhoneMissed : media === 'video' ? Video : Phone}
      missed={missed}
      sentence={groupWords(t, call, actor)}
    >
      {outcome === 'running' && <Going call={call} />}
    </LineFrame>
  );
}

/** A running call, as the room has it now: memberships can also expire without an event. */
function Going({ call }: { readonly call: GroupCallNote }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { calls, joining } = useCallsState();
  const show = useShowCall();
  const roomId = useAppSelector(({ navigation }) => navigation.roomId) ?? '';
  const { value: room } = useValue('groupCallRoom', { roomId });
  const now = room?.call?.groupCallId === call.groupCallId ? room.call : null;
  if (center === null || room === undefined || now === null || now.devices.length === 0)
    return null;
  const inIt = calls.some(({ callId }) => callId === call.groupCallId);
  return (
    <>
      <span className={styles.people}>
        {t('groupCalls.line.people', { count: peopleIn(now.devices) })}
      </span>
      {inIt ? (
        <Button size="s" onPress={() => show({ callId: call.groupCallId, roomId })}>
          {t('groupCalls.toCall')}
        </Button>
      ) : (
        room.canJoin && (
          <Button
            size="s"
            pending={joining === roomId}
            onPress={() => void center.join(roomId, now.type === 'm.video')}
          >
            {t('groupCalls.join')}
          </Button>
        )
      )}
    </>
  );
}
