// Microphone (or the button to talk), camera, screen, devices, leave.
import clsx from 'clsx';
import { Ellipsis, Mic, MicOff, MonitorUp, PhoneOff, Video, VideoOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import { MenuButton } from '../../../ui/Menu';
import { RoundButton } from '../CallControls';
import { CheckDialog } from '../check/CheckDialog';
import { SharePicker } from '../share/SharePicker';
import { useDeviceEntries } from '../useDeviceEntries';
import { useGroupCenter } from './context';
import { GestureButtons } from './Gestures';
import type { GroupSnapshot } from './groupTypes';
import styles from './GroupControls.module.css';

export function GroupControls({ call }: { readonly call: GroupSnapshot }) {
  const { t } = useTranslation();
  const center = useGroupCenter();
  const session = center?.session() ?? null;
  const [choosing, setChoosing] = useState(false);
  const [checking, setChecking] = useState(false);
  const devices = useDeviceEntries(call.state, call.type === 'm.video', session?.setDevice);
  const entries = [
    ...devices,
    {
      id: 'check',
      label: t('groupCalls.checkDevices'),
      onAction: () => setChecking(true),
    },
    ...(call.canEnd
      ? [
          {
            id: 'end',
            label: t('groupCalls.endForAll'),
            danger: true,
            onAction: () => void center?.endForAll(),
          },
        ]
      : []),
  ];
  return (
    <div className={styles.controls} role="toolbar" aria-label={t('calls.controls')}>
      {call.isPtt ? (
        <TalkButton call={call} />
      ) : (
        <RoundButton
          label={call.micMuted ? t('calls.unmute') : t('calls.mute')}
          icon={call.micMuted ? MicOff : Mic}
          warn={call.micMuted}
          onPress={() => void session?.setMicrophone(call.micMuted)}
        />
      )}
      {call.type === 'm.video' && (
        <RoundButton
          label={call.cameraOff ? t('calls.cameraOn') : t('calls.cameraOff')}
          icon={call.cameraOff ? VideoOff : Video}
          warn={call.cameraOff}
          onPress={() => void session?.setCamera(call.cameraOff)}
        />
      )}
      <RoundButton
        label={call.sharing === null ? t('share.share') : t('share.stop')}
        icon={MonitorUp}
        on={call.sharing !== null}
        onPress={() => {
          if (call.sharing === null) setChoosing(true);
          else void session?.stopShare();
        }}
      />
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
      {choosing && (
        <SharePicker
          onClose={() => setChoosing(false)}
          onShare={async (choice) => (await session?.share(choice)) ?? false}
        />
      )}
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
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
  // Who goes to another window never lets go here.
  useEffect(() => {
    const view = button.current?.ownerDocument.defaultView;
    const release = (): void => void session?.setMicrophone(false);
    view?.addEventListener('blur', release);
    return () => view?.removeEventListener('blur', release);
  }, [session]);
  return (
    <div className={styles.talk}>
      <AriaButton
        ref={button}
        className={clsx(styles.hold, taken && styles.taken, !call.micMuted && styles.held)}
        onPressStart={() => void session?.setMicrophone(true)}
        onPressEnd={() => void session?.setMicrophone(false)}
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
