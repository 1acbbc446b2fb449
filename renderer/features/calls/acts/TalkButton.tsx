// Push to talk: held down, by pointer or by keyboard; twenty seconds at most.
import clsx from 'clsx';
import { Mic } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import type { CallSnapshot } from '../callTypes';
import { useSession } from '../context';
import styles from './TalkButton.module.css';

/** The button is never disabled: a disabled button loses the focus, and a screen reader does not say why. */
export function TalkButton({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const session = useSession(call.callId);
  const button = useRef<HTMLButtonElement>(null);
  const own = call.participants.find((one) => one.own)?.key ?? null;
  const holder = call.participants.find(({ key }) => key === call.floor) ?? null;
  const taken = holder !== null && holder.key !== own;
  const left = Math.max(0, Math.ceil(((call.floorUntilMs ?? 0) - Date.now()) / 1000));
  // Only the name is cut where there is no room for all of it.
  const [before, after] = t('groupCalls.floorOf', { name: '\n' }).split('\n');
  const pressed = useRef(false);
  const press = (on: boolean): void => {
    pressed.current = on;
    void session?.setMicrophone(on);
  };
  // Closes the microphone when the window loses the focus, because the button then never gets its `pointerup` or `keyup`.
  useEffect(() => {
    const view = button.current?.ownerDocument.defaultView;
    const release = (): void => {
      if (pressed.current) void session?.setMicrophone(false);
      pressed.current = false;
    };
    view?.addEventListener('blur', release);
    return () => view?.removeEventListener('blur', release);
  }, [session]);
  return (
    <div className={styles.talk}>
      <AriaButton
        ref={button}
        className={clsx(styles.hold, taken && styles.taken, !call.micMuted && styles.held)}
        onPressStart={() => press(true)}
        onPressEnd={() => press(false)}
      >
        <Icon icon={Mic} size={20} />
        {/* Both words take the width of the longer one, so that the text beside them does not move. */}
        <span className={styles.words}>
          <span hidden={!call.micMuted}>{t('groupCalls.talk')}</span>
          <span hidden={call.micMuted}>{t('groupCalls.talkEnd')}</span>
        </span>
      </AriaButton>
      {/* The notice above names who talks while it stands. */}
      <span role="status" className={styles.floor}>
        {taken && call.notice === 'floor_taken' ? null : taken ? (
          <>
            {before}
            <Name cut>{holder.name}</Name>
            {after}
          </>
        ) : call.micMuted ? (
          t('groupCalls.floorFree')
        ) : (
          t('groupCalls.talking', { count: left })
        )}
      </span>
    </div>
  );
}
