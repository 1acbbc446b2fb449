// The button of the microphone: it says what it will do, or that there is none, which looks off whatever was last chosen.
import { Mic, MicOff, type LucideIcon } from 'lucide-react';
import { useTranslation } from '#app/words';
import { useDevices } from '../devices/useDevices';

export interface MicLook {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The others do not hear us. */
  readonly isOff: boolean;
  /** The reason why it cannot be pressed now. */
  readonly why: string | undefined;
}

/** @param muted a muted one can be pressed also where none is listed: the press says why it stays so */
export function useMicLook(muted: boolean): MicLook {
  const { t } = useTranslation();
  // Listed anew once it was unmuted: one that was opened is there, whatever was told before.
  const { hasMicrophone } = useDevices(`microphone ${String(muted)}`);
  const isGone = hasMicrophone === false && !muted;
  if (!isGone)
    return {
      label: muted ? t('calls.unmute') : t('calls.mute'),
      icon: muted ? MicOff : Mic,
      isOff: muted,
      why: undefined,
    };
  const why = t('calls.problem.no_microphone.remedy', { context: 'unmute' });
  return { label: t('calls.noMicrophone'), icon: MicOff, isOff: true, why };
}
