// The buttons that answer a ring on a compact card, in the order of the ring window. The usual way comes first.
import { Phone, Video } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Button } from '#ui/controls/Button';
import { waysToAnswer, type Choice } from './answers';
import { KeyedButton } from './KeyedButton';
import type { RingWords } from './ringWords';

export interface AnswerButtonsProps {
  readonly ring: CallRing;
  readonly words: RingWords;
  /** The card of the call that rings longest: its usual button has the colour, and the key. */
  readonly isFirst: boolean;
  /** The name of the running call. */
  readonly otherName: string | null;
  /** A group cannot be put on hold. */
  readonly canHold: boolean;
  readonly onAnswer: (...choice: Choice) => void;
}

export function AnswerButtons(props: AnswerButtonsProps) {
  const { ring, words, isFirst, otherName, canHold, onAnswer } = props;
  const { t } = useTranslation();
  const [usual, ...others] = waysToAnswer(t, ring, words, otherName, canHold);
  const iconOf = ([video]: Choice) => (video ? Video : Phone);
  return (
    <>
      <KeyedButton
        act={isFirst ? 'answer' : null}
        variant={isFirst ? 'primary' : 'secondary'}
        icon={iconOf(usual.choice)}
        onPress={() => onAnswer(...usual.choice)}
      >
        {usual.label}
      </KeyedButton>
      {others.map(({ label, choice, quiet }) => (
        <Button
          key={label}
          variant={quiet ? 'quiet' : 'secondary'}
          icon={iconOf(choice)}
          onPress={() => onAnswer(...choice)}
        >
          {label}
        </Button>
      ))}
    </>
  );
}
