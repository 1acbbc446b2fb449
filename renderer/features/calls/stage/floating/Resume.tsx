// The way back into a call on hold where its stage is not shown.
import { Play } from 'lucide-react';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import type { CallSnapshot } from '../../callTypes';
import { useCallCenter } from '../../context';
import { PopOutControl } from './PopOut';

export interface ResumeProps {
  readonly call: CallSnapshot;
  /** The button is in the call's own window. */
  readonly poppedOut?: boolean;
}

export function Resume({ call, poppedOut = false }: ResumeProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  if (!call.onHold || !call.can.hold) return null;
  const props = {
    label: t('calls.resume'),
    icon: Play,
    onPress: () => void center?.resume(call.callId),
  };
  return poppedOut ? <PopOutControl {...props} /> : <IconButton {...props} />;
}
