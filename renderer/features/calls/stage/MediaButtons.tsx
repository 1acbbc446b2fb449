// The buttons that every call has: microphone, camera and screen. The label of each button says what it will do.
import { MonitorUp, Video, VideoOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { callKeys } from '#app/callKeys';
import { useShellValue } from '#app/context';
import type { ShareActs, Sharing } from '../callTypes';
import { keysInWords } from '../keys/muteKeys';
import { useMicLook } from './micLook';
import { RoundButton } from './RoundButton';
import { SharePicker } from '../share/laterSharePicker';

export interface MicButtonProps {
  readonly muted: boolean;
  readonly onPress: () => void;
}

export function MicButton({ muted, onPress }: MicButtonProps) {
  const keys = useShellValue('callKeys');
  const mac = useShellValue('app')?.platform === 'darwin';
  const { isOff, ...look } = useMicLook(muted);
  const key = keys?.taken === false ? keys.muteShortcut : null;
  return (
    <RoundButton
      {...look}
      warn={isOff}
      shortcut={key === null ? callKeys.mute.label : keysInWords(key, mac)}
      onPress={onPress}
    />
  );
}

export interface CameraButtonProps {
  readonly off: boolean;
  /** The button warns while the camera is off. */
  readonly wanted: boolean;
  /** The reason why the button cannot be used now. */
  readonly why?: string | undefined;
  readonly onPress: () => void;
}

export function CameraButton({ off, wanted, why, onPress }: CameraButtonProps) {
  const { t } = useTranslation();
  return (
    <RoundButton
      label={off ? t('calls.cameraOn') : t('calls.cameraOff')}
      icon={off ? VideoOff : Video}
      warn={off && wanted}
      why={why}
      shortcut={callKeys.camera.label}
      onPress={onPress}
    />
  );
}

export interface ShareButtonProps {
  readonly sharing: Sharing | null;
  readonly acts: ShareActs | null;
  /** The reason why the button cannot be used now. */
  readonly why?: string | undefined;
}

export function ShareButton({ sharing, acts, why }: ShareButtonProps) {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <RoundButton
        label={sharing === null ? t('share.share') : t('share.stop')}
        icon={MonitorUp}
        on={sharing !== null}
        why={why}
        onPress={() => {
          if (sharing === null) setChoosing(true);
          else void acts?.stopShare();
        }}
      />
      {choosing && (
        <SharePicker
          onClose={() => setChoosing(false)}
          onShare={async (choice) => (await acts?.share(choice)) ?? false}
        />
      )}
    </>
  );
}
