// Ends the share where the stage with its bar is not shown.
import { ScreenShareOff } from 'lucide-react';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import type { ShareActs, Sharing } from '../callTypes';
import { PopOutControl } from '../stage/floating/PopOut';

export interface StopSharingProps {
  readonly sharing: Sharing | null;
  readonly acts: Pick<ShareActs, 'stopShare'> | null;
  /** The button is in the call's own window. */
  readonly poppedOut?: boolean;
}

export function StopSharing({ sharing, acts, poppedOut = false }: StopSharingProps) {
  const { t } = useTranslation();
  if (sharing === null) return null;
  const props = {
    label: t('share.stop'),
    icon: ScreenShareOff,
    onPress: () => void acts?.stopShare(),
  };
  return poppedOut ? <PopOutControl {...props} warn /> : <IconButton {...props} />;
}
