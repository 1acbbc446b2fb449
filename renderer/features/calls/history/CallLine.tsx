// A call in the timeline: what became of it, how long it lasted, and calling back where it was missed.
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import type { CallNote } from '#contract/areas/calls/callNote';
import { useAppSelector } from '#app/store';
import { Button } from '#ui/controls/Button';
import { isolate } from '#ui/text/isolate';
import { callIcon, lineWords } from './callWords';
import { useCallCenter } from '../context';
import { LineFrame } from './LineFrame';

export interface CallLineProps {
  readonly call: CallNote;
  /** The caller's name, isolated from the text direction of the sentence. */
  readonly actor: string;
}

/** Outcomes after which the line offers to call again. */
const again: ReadonlySet<string> = new Set(['missed', 'no_answer', 'busy', 'failed']);

export function CallLine({ call, actor }: CallLineProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const roomId = useAppSelector(({ navigation }) => navigation.roomId);
  const { outcome, direction, media } = call;
  const { value: room } = useValue('room', roomId === null ? null : { roomId });
  const other = room?.directUserId == null ? null : isolate(room.name);
  return (
    <LineFrame
      icon={callIcon(call)}
      missed={outcome === 'missed'}
      sentence={lineWords(t, call, actor, other)}
    >
      {again.has(outcome) && center !== null && roomId !== null && (
        <Button size="s" onPress={() => void center.place(roomId, media === 'video')}>
          {direction === 'in' ? t('calls.callBack') : t('calls.callAgain')}
        </Button>
      )}
    </LineFrame>
  );
}
