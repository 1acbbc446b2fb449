// Microphone, camera, hold, tones, devices, hang-up. Every control is a button with a name that says what it will do.
import clsx from 'clsx';
import {
  Ellipsis,
  Mic,
  MicOff,
  MonitorUp,
  Pause,
  PhoneOff,
  Play,
  Video,
  VideoOff,
} from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Icon, type LucideIcon } from '../../ui/Icon';
import { MenuButton } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import type { CallSnapshot } from './callTypes';
import { useCallCenter } from './context';
import { SharePicker } from './share/SharePicker';
import { TonePad } from './TonePad';
import { TransferDialog } from './TransferDialog';
import { useDeviceEntries } from './useDeviceEntries';
import styles from './CallControls.module.css';

export function CallControls({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const session = center?.session(call.callId) ?? null;
  const [pad, setPad] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const [transferring, setTransferring] = useState(false);
  const devices = useDeviceEntries(call.state, call.media === 'video', center?.setDevice);
  const connected = call.state === 'connected' || call.reconnecting;
  const entries = [
    ...(call.canTone
      ? [
          {
            id: 'pad',
            label: pad ? t('calls.hidePad') : t('calls.showPad'),
            onAction: () => setPad(!pad),
          },
        ]
      : []),
    ...(call.canTransfer
      ? [
          {
            id: 'transfer',
            label: t('calls.transfer.menu'),
            onAction: () => setTransferring(true),
          },
        ]
      : []),
    ...devices,
  ];
  return (
    <div className={styles.controls} role="toolbar" aria-label={t('calls.controls')}>
      {pad && call.canTone && (
        <TonePad onTone={(digit) => session?.tone(digit)} onClose={() => setPad(false)} />
      )}
      <RoundButton
        label={call.micMuted ? t('calls.unmute') : t('calls.mute')}
        icon={call.micMuted ? MicOff : Mic}
        warn={call.micMuted}
        onPress={() => void session?.setMicrophone(call.micMuted)}
      />
      <RoundButton
        label={call.cameraOff ? t('calls.cameraOn') : t('calls.cameraOff')}
        icon={call.cameraOff ? VideoOff : Video}
        warn={call.cameraOff && call.media === 'video'}
        isDisabled={!connected}
        onPress={() => void session?.setCamera(call.cameraOff)}
      />
      <RoundButton
        label={call.sharing === null ? t('share.share') : t('share.stop')}
        icon={MonitorUp}
        on={call.sharing !== null}
        isDisabled={!connected}
        onPress={() => {
          if (call.sharing === null) setChoosing(true);
          else void session?.stopShare();
        }}
      />
      <RoundButton
        label={call.onHold ? t('calls.resume') : t('calls.hold')}
        icon={call.onHold ? Play : Pause}
        on={call.onHold}
        isDisabled={!connected}
        onPress={() => session?.setHold(!call.onHold)}
      />
      {entries.length > 0 && (
        <MenuButton label={t('calls.more')} entries={entries}>
          <RoundButton label={t('calls.more')} icon={Ellipsis} />
        </MenuButton>
      )}
      <RoundButton
        label={t('calls.hangUp')}
        icon={PhoneOff}
        end
        onPress={() => session?.hangUp()}
      />
      {transferring && <TransferDialog call={call} onClose={() => setTransferring(false)} />}
      {choosing && (
        <SharePicker
          onClose={() => setChoosing(false)}
          onShare={async (choice) => (await session?.share(choice)) ?? false}
        />
      )}
    </div>
  );
}

interface RoundButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly on?: boolean;
  readonly warn?: boolean;
  readonly end?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress?: () => void;
}

export function RoundButton({
  label,
  icon,
  on,
  warn,
  end,
  isDisabled = false,
  onPress,
}: RoundButtonProps) {
  return (
    <Tooltip label={label}>
      <AriaButton
        aria-label={label}
        isDisabled={isDisabled}
        {...(onPress === undefined ? {} : { onPress })}
        className={clsx(styles.round, on && styles.on, warn && styles.warn, end && styles.end)}
      >
        <Icon icon={icon} size={20} />
      </AriaButton>
    </Tooltip>
  );
}
