// The buttons that answer a ring: with the camera or without, or, in a call, by ending that one or putting it on hold. The usual way
// comes first.
import { Phone, Video } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Button } from '#ui/controls/Button';
import { Tooltip } from '#ui/controls/Tooltip';
import { keyOf } from './CompactCard';
import type { RingWords } from './ringWords';

/** The act of the primary button: with the camera or without, and what becomes of the running call. */
export type Choice = readonly [video: boolean, other: 'hold' | 'leave'];

export const choiceOf = (
  { media }: CallRing,
  otherName: string | null,
  canHold: boolean,
): Choice =>
  otherName === null ? [media === 'video', 'leave'] : [false, canHold ? 'hold' : 'leave'];

export interface AnswerButtonsProps {
  readonly ring: CallRing;
  readonly words: RingWords;
  readonly hasKeys: boolean;
  /** The name of the running call. */
  readonly otherName: string | null;
  /** A group cannot be put on hold. */
  readonly canHold: boolean;
  readonly onAnswer: (...choice: Choice) => void;
}

export function AnswerButtons(props: AnswerButtonsProps) {
  const { ring, words, hasKeys, otherName, canHold, onAnswer } = props;
  const { t } = useTranslation();
  const video = ring.media === 'video';
  const choice = choiceOf(ring, otherName, canHold);
  if (otherName === null)
    return (
      <>
        <Tooltip label={words.answer} shortcut={keyOf('answer', hasKeys)}>
          <Button
            variant="primary"
            icon={video ? Video : Phone}
            onPress={() => onAnswer(...choice)}
          >
            {words.answer}
          </Button>
        </Tooltip>
        {video && (
          <Button icon={Phone} onPress={() => onAnswer(false, 'leave')}>
            {words.withoutVideo}
          </Button>
        )}
      </>
    );
  const main = canHold ? t('calls.holdAndAnswer') : t('calls.endAndAnswer');
  return (
    <>
      <Tooltip label={main} shortcut={keyOf('answer', hasKeys)}>
        <Button variant="primary" onPress={() => onAnswer(...choice)}>
          {main}
        </Button>
      </Tooltip>
      {canHold && (
        <Button onPress={() => onAnswer(false, 'leave')}>{t('calls.endAndAnswer')}</Button>
      )}
    </>
  );
}
