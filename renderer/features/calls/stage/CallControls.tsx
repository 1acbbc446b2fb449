// Microphone (or the button to talk), camera, screen, what this call can do beside, devices, hang-up. Every control says what it will do.
import { Ellipsis, Pause, PhoneOff, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { callKeys } from '#app/callKeys';
import { useTranslation } from '#app/words';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import { moveAlong } from '#ui/focus/moveAlong';
import { GestureButtons } from '../acts/Gestures';
import { TalkButton } from '../acts/TalkButton';
import { TonePad } from '../acts/TonePad';
import { TransferDialog } from '../acts/TransferDialog';
import type { CallSnapshot } from '../callTypes';
import { useCallCenter, useSession } from '../context';
import { CheckDialog } from '../devices/laterCheckDialog';
import { useDeviceEntries } from '../devices/useDeviceEntries';
import { CameraButton, MicButton, ShareButton } from './MediaButtons';
import { RoundButton } from './RoundButton';
import { hangUpWords } from './statusWords';
import styles from './CallControls.module.css';

interface CallControlsProps {
  readonly call: CallSnapshot;
}

export function CallControls({ call }: CallControlsProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const session = useSession(call.callId);
  const { can } = call;
  const notYet = t('calls.notYet');
  const later = can.media ? undefined : notYet;
  const controls = useRef<HTMLDivElement>(null);
  useFocusIfLost(controls, 'button');
  return (
    <div
      ref={controls}
      className={styles.controls}
      role="toolbar"
      aria-label={t('calls.controls')}
      onKeyDown={moveAlong}
    >
      {can.pushToTalk ? (
        <TalkButton call={call} />
      ) : (
        <>
          <MicButton
            muted={call.micMuted}
            onPress={() => void session?.setMicrophone(call.micMuted)}
          />
          <CameraButton
            off={call.cameraOff}
            wanted={call.media === 'video'}
            why={can.camera ? undefined : notYet}
            onPress={() => void session?.setCamera(call.cameraOff)}
          />
        </>
      )}
      <ShareButton sharing={call.sharing} acts={session} why={later} />
      {can.hold && (
        <RoundButton
          label={call.onHold ? t('calls.resume') : t('calls.hold')}
          icon={call.onHold ? Play : Pause}
          on={call.onHold}
          worded={call.onHold}
          why={later}
          onPress={() => {
            if (call.onHold) void center?.resume(call.callId);
            else session?.setHold?.(true);
          }}
        />
      )}
      {can.gestures && <GestureButtons call={call} />}
      <MoreButton call={call} />
      <RoundButton
        label={hangUpWords(t, call)}
        icon={PhoneOff}
        end
        shortcut={callKeys.hangUp.label}
        onPress={() => session?.hangUp()}
      />
    </div>
  );
}

type Opened = 'pad' | 'transfer' | 'check' | 'end' | null;

/** The menu, and what it opens. */
function MoreButton({ call }: CallControlsProps) {
  const { t } = useTranslation();
  const session = useSession(call.callId);
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const { can, media } = call;
  const withCamera = !can.pushToTalk && (can.many || media === 'video');
  const devices = useDeviceEntries(call.state, withCamera, () => setOpened('check'));
  const isPad = opened === 'pad' && can.tones;
  const entry = (isThere: boolean, one: MenuEntry): MenuEntry[] => (isThere ? [one] : []);
  const entries: MenuEntry[] = [
    ...entry(can.tones, {
      id: 'pad',
      label: isPad ? t('calls.hidePad') : t('calls.showPad'),
      onAction: () => setOpened(isPad ? null : 'pad'),
    }),
    ...entry(can.transfer, {
      id: 'transfer',
      label: t('calls.transfer.menu'),
      onAction: () => setOpened('transfer'),
    }),
    ...devices,
    ...entry(can.endForAll, {
      id: 'end',
      label: t('groupCalls.endForAll'),
      danger: true,
      onAction: () => setOpened('end'),
    }),
  ];
  return (
    <>
      {isPad && <TonePad onTone={(digit) => session?.tone?.(digit)} onClose={close} />}
      <MenuButton label={t('calls.more')} entries={entries}>
        <RoundButton label={t('calls.more')} icon={Ellipsis} />
      </MenuButton>
      {opened === 'transfer' && <TransferDialog call={call} onClose={close} />}
      {opened === 'check' && <CheckDialog onClose={close} />}
      <ConfirmDialog
        title={t('groupCalls.endTitle')}
        isOpen={opened === 'end'}
        onClose={close}
        confirmLabel={t('groupCalls.endForAll')}
        cancelLabel={t('callPlace.stay')}
        danger
        onConfirm={() => void session?.endForAll?.()}
      >
        <p>{t('groupCalls.endText')}</p>
      </ConfirmDialog>
    </>
  );
}
