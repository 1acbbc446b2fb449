// The buttons that answer a ring on a compact card. The usual way comes first.
import { Phone, Video } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Button } from '#ui/controls/Button';
import { Tooltip } from '#ui/controls/Tooltip';
import { waysToAnswer, type Choice } from './answers';
import { keyOf } from './CompactCard';
import type { RingWords } from './ringWords';

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
  const [usual, ...others] = waysToAnswer(t, ring, words, otherName, canHold);
  const iconOf = ([video]: Choice) => (video ? Video : Phone);
  return (
    <>
      <Tooltip label={usual.label} shortcut={keyOf('answer', hasKeys)}>
        <Button
          variant="primary"
          icon={iconOf(usual.choice)}
          onPress={() => onAnswer(...usual.choice)}
        >
          {usual.label}
        </Button>
      </Tooltip>
      {others.map(({ label, choice }) => (
        <Button key={label} icon={iconOf(choice)} onPress={() => onAnswer(...choice)}>
          {label}
        </Button>
      ))}
    </>
  );
}
