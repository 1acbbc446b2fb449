// Signs without words in a group call: a raised hand, or an emoji that shows for some seconds.
import clsx from 'clsx';
import { Hand, Smile } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { RoundButton } from '../stage/RoundButton';
import { useSession } from '../context';
import type { CallSnapshot, Participant } from '../callTypes';
import callStyles from '../pictures/Pair.module.css';
import styles from './Gestures.module.css';

const offered = ['👍', '❤️', '👏', '😂', '🎉', '😮'];

interface GesturesProps {
  readonly participants: readonly Participant[];
}

export function GestureButtons({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const session = useSession(call.callId);
  const raised = call.participants.some(({ own, handRaised }) => own && handRaised);
  return (
    <>
      <RoundButton
        label={raised ? t('groupCalls.lowerHand') : t('groupCalls.raiseHand')}
        icon={Hand}
        on={raised}
        onPress={() => session?.setHand?.(!raised)}
      />
      <DialogTrigger>
        <RoundButton label={t('groupCalls.react')} icon={Smile} />
        <Popover placement="top" offset={8} className={styles.popover}>
          <Dialog aria-label={t('groupCalls.react')} className={styles.choices}>
            {({ close }) =>
              offered.map((emoji, index) => (
                <button
                  key={emoji}
                  type="button"
                  autoFocus={index === 0}
                  className={styles.choice}
                  aria-label={t('groupCalls.reactWith', { emoji })}
                  onClick={() => {
                    close();
                    session?.react?.(emoji);
                  }}
                >
                  {emoji}
                </button>
              ))
            }
          </Dialog>
        </Popover>
      </DialogTrigger>
    </>
  );
}

/** Shows the raised hand or the emoji on the tile of the participant who made it. */
export function GestureMarks({
  participant,
  small = false,
}: {
  readonly participant: Participant;
  readonly small?: boolean;
}) {
  const { t } = useTranslation();
  const { handRaised, reaction } = participant;
  return (
    <>
      {handRaised && (
        <span
          role="img"
          aria-label={t('groupCalls.handRaised')}
          className={clsx(styles.hand, small && styles.smallHand)}
        >
          <Icon icon={Hand} size={16} />
        </span>
      )}
      {reaction !== null && (
        <span key={reaction} className={clsx(styles.reaction, small && styles.smallReaction)}>
          {reaction}
        </span>
      )}
    </>
  );
}

/** Tells a screen reader of what the others just did. */
export function GestureWords({ participants }: GesturesProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const before = useRef(participants);
  useEffect(() => {
    const old = new Map(before.current.map((one) => [one.key, one]));
    before.current = participants;
    const said = participants.flatMap(({ key, own, name, handRaised, reaction }) => {
      const known = old.get(key);
      if (own) return [];
      return [
        ...(handRaised && known?.handRaised !== true ? [t('groupCalls.handOf', { name })] : []),
        ...(reaction !== null && known?.reaction !== reaction
          ? [t('groupCalls.reactionOf', { name, emoji: reaction })]
          : []),
      ];
    });
    if (said.length > 0) setWords(said.join('. '));
  }, [participants, t]);
  return (
    <p className={callStyles.words} aria-live="polite">
      {words}
    </p>
  );
}
