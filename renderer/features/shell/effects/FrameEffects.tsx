// What a signed-in window does without drawing anything. A component of its own: what it reads changes often, and the frame with all
// that is in it would be drawn anew each time.
import { later } from '#app/later';
import { usePreviewMaker, useTransfersNotice } from '../../files';
import { useFocusReport } from './useFocusReport';
import { useNoticeTone } from './useNoticeTone';
import { useOpenRequest } from './useOpenRequest';
import { useRememberedPlace } from './useRememberedPlace';
import { useShortcuts } from './useShortcuts';
import { useWindowTitle } from './useWindowTitle';

const SelectAll = later(async () => (await import('./SelectAll')).SelectAll, {
  afterFirst: true,
});

export interface FrameEffectsProps {
  /** The account that is shown. */
  readonly active: string;
  readonly known: boolean;
  /** The engine has said where the user was. */
  readonly onKnown: () => void;
}

export function FrameEffects({ active, known, onKnown }: FrameEffectsProps) {
  useRememberedPlace(known, onKnown);
  useFocusReport();
  useWindowTitle();
  useOpenRequest(active);
  useShortcuts();
  useNoticeTone();
  useTransfersNotice();
  usePreviewMaker();
  return <SelectAll />;
}
