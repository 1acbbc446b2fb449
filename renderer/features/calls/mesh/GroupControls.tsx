// Microphone (or the button to talk), camera, screen, devices, leave.
import clsx from 'clsx';
import { Ellipsis, Mic, PhoneOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon';
import { ConfirmDialog } from '#ui/Dialog';
import { MenuButton, type MenuEntry } from '#ui/Menu';
import { CheckDialog } from '../devices/laterCheckDialog';
import { CameraButton, MicButton, ShareButton } from '../stage/MediaButtons';
import { RoundButton } from '../stage/RoundButton';
import { useDeviceEntries } from '../devices/useDeviceEntries';
import { useGroupCenter } from './context';
import { GestureButtons } from './Gestures';
import type { GroupSnapshot } from './groupTypes';
import styles from './GroupControls.module.css';

export function GroupControls({ call }: { readonly call: GroupSnapshot }) {
  const { t } = useTranslation();
  const center = useGroupCenter();
  const session = center?.session() ?? null;
  const [ending, setEnding] = useState(false);
  const [checking, setChecking] = useState(false);
  const devices = useDeviceEntries(call.state, !call.isPtt, () => setChecking(true));
  const entries: MenuEntry[] = [
    ...devices,
    ...(call.canEnd
      ? [
          {
            id: 'end',
            label: t('groupCalls.endForAll'),
            danger: true,
            onAction: () => setEnding(true),
          },
        ]
      : []),
  ];
  return (
    <div className={styles.controls} role="toolbar" aria-label={t('calls.controls')}>
      {call.isPtt ? (
        <TalkButton call={call} />
      ) : (
        <MicButton
          muted={call.micMuted}
          onPress={() => void session?.setMicrophone(call.micMuted)}
        />
      )}
      {!call.isPtt && (
        <CameraButton
          off={call.cameraOff}
          wanted={call.type === 'm.video'}
          onPress={() => void session?.setCamera(call.cameraOff)}
        />
      )}
      <ShareButton sharing={call.sharing} acts={session} />
      <GestureButtons participants={call.participants} />
      <MenuButton label={t('groupCalls.more')} entries={entries}>
        <RoundButton label={t('groupCalls.more')} icon={Ellipsis} />
      </MenuButton>
      <RoundButton
        label={t('groupCalls.leaveCall')}
        icon={PhoneOff}
        end
        onPress={() => void center?.leave()}
      />
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
      <ConfirmDialog
        title={t('groupCalls.endTitle')}
        isOpen={ending}
        onClose={() => setEnding(false)}
        confirmLabel={t('groupCalls.endForAll')}
        cancelLabel={t('callPlace.switch.stay')}
        danger
        onConfirm={() => void center?.endForAll()}
      >
        <p>{t('groupCalls.endText')}</p>
      </ConfirmDialog>
    </div>
  );
}

/** Held down, by pointer or by keyboard; twenty seconds at most. Never disabled: that would take the focus away, and say nothing. */
export function TalkButton({ call }: { readonly call: GroupSnapshot }) {
  const { t } = useTranslation();
  const session = useGroupCenter()?.session() ?? null;
  const button = useRef<HTMLButtonElement>(null);
  const own = call.participants.find((one) => one.own)?.key ?? null;
  const holder = call.participants.find(({ key }) => key === call.floor) ?? null;
  const taken = holder !== null && holder.key !== own;
  const left = Math.max(0, Math.ceil(((call.floorUntilMs ?? 0) - Date.now()) / 1000));
  const words = taken
    ? t('groupCalls.floorOf', { name: holder.name })
    : call.micMuted
      ? t('groupCalls.floorFree')
      : t('groupCalls.talking', { count: left });
  const pressed = useRef(false);
  const press = (on: boolean): void => {
    pressed.current = on;
    void session?.setMicrophone(on);
  };
  // Who goes to another window never lets go of the button here; a key that is held everywhere is another matter.
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
        {t('groupCalls.talk')}
      </AriaButton>
      <span role="status" className={styles.floor}>
        {words}
      </span>
    </div>
  );
}
