// The effects of a signed-in window that render nothing. They are a component of their own, because their values change often and would
// render the whole frame again.
import { later } from '#app/later';
import { useAppSelector } from '#app/store';
import { PasteIntoChat, usePreviewMaker, useTransfersNotice } from '../../files';
import { useFocusReport } from './useFocusReport';
import { useNoticeTone } from './useNoticeTone';
import { useOpenRequest } from './useOpenRequest';
import { useRememberedPlace } from './useRememberedPlace';
import { useShortcuts } from './useShortcuts';
import { useWindowTitle } from './useWindowTitle';

const LateKeys = later(async () => (await import('./LateKeys')).LateKeys, {
  afterFirst: true,
});

const Removals = later(async () => (await import('./Removals')).Removals, {
  afterFirst: true,
});

export interface FrameEffectsProps {
  /** The account that is shown. */
  readonly active: string;
  readonly known: boolean;
  /** Called when the engine has sent the remembered place. */
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
  const hasCopied = useAppSelector((state) => state.files.copied !== null);
  return (
    <>
      {hasCopied && <PasteIntoChat />}
      <LateKeys />
      <Removals />
    </>
  );
}
