// Microphone, camera, hold, tones, devices, hang-up. Every control is a button with a name that says what it will do.
import { Ellipsis, Pause, PhoneOff, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton, type MenuEntry } from '#ui/Menu';
import type { CallSnapshot } from '../callTypes';
import { CheckDialog } from '../devices/laterCheckDialog';
import { useCallCenter } from '../context';
import { CameraButton, MicButton, ShareButton } from '../stage/MediaButtons';
import { RoundButton } from '../stage/RoundButton';
import { TonePad } from './TonePad';
import { TransferDialog } from './TransferDialog';
import { useDeviceEntries } from '../devices/useDeviceEntries';
import styles from './CallControls.module.css';

export function CallControls({ call }: { readonly call: CallSnapshot }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const session = center?.session(call.callId) ?? null;
  const [pad, setPad] = useState(false);
  const [checking, setChecking] = useState(false);
  const [transferring, setTransferring] = useState(false);
  const devices = useDeviceEntries(call.state, call.media === 'video', () => setChecking(true));
  const connected = call.state === 'connected' || call.reconnecting;
  const entries: MenuEntry[] = [
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
      <MicButton muted={call.micMuted} onPress={() => void session?.setMicrophone(call.micMuted)} />
      <CameraButton
        off={call.cameraOff}
        wanted={call.media === 'video'}
        isDisabled={!connected}
        onPress={() => void session?.setCamera(call.cameraOff)}
      />
      <ShareButton sharing={call.sharing} acts={session} isDisabled={!connected} />
      <RoundButton
        label={call.onHold ? t('calls.resume') : t('calls.hold')}
        icon={call.onHold ? Play : Pause}
        on={call.onHold}
        isDisabled={!connected}
        onPress={() => session?.setHold(!call.onHold)}
      />
      <MenuButton label={t('calls.more')} entries={entries}>
        <RoundButton label={t('calls.more')} icon={Ellipsis} />
      </MenuButton>
      <RoundButton
        label={t('calls.hangUp')}
        icon={PhoneOff}
        end
        onPress={() => session?.hangUp()}
      />
      {transferring && <TransferDialog call={call} onClose={() => setTransferring(false)} />}
      {checking && <CheckDialog onClose={() => setChecking(false)} />}
    </div>
  );
}
