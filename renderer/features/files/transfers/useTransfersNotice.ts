// A notice at the end of the queue, where its panel cannot be seen. One user a window: the frame.
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import type { TransferSummary } from '#contract/areas/files/transfersModels';
import { transfersUnfolded } from '#app/places/filesPlace';
import { useValue } from '#app/hooks';
import { placeOpened } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { useToasts } from '#ui/overlays/Toasts';

export function useTransfersNotice(): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const dispatch = useAppDispatch();
  const { value: summary } = useValue('transferSummary', {});
  const seen = useAppSelector(
    (state) => state.navigation.place === 'files' && state.files.transfersOpen,
  );
  /** The numbers when the queue last stood still: some acts are over before anybody sees them run. */
  const still = useRef<Pick<TransferSummary, 'done' | 'failed' | 'overtook'> | null>(null);
  useEffect(() => {
    if (summary === undefined) return;
    const { running, waiting, paused, done, failed, overtook } = summary;
    if (running + waiting > 0) {
      // Rows that are tried again or cleared count anew.
      const then = still.current ?? { done, failed, overtook };
      still.current = {
        done: Math.min(done, then.done),
        failed: Math.min(failed, then.failed),
        overtook: Math.min(overtook, then.overtook),
      };
      return;
    }
    const before = still.current;
    still.current = { done, failed, overtook };
    const overtookNow = Math.max(0, overtook - (before?.overtook ?? overtook));
    // A version that came meanwhile is told also beside an open panel, whose done rows fold away.
    if (before === null || (seen && overtookNow === 0) || paused > 0) return;
    const [doneNow, failedNow] = [
      Math.max(0, done - before.done),
      Math.max(0, failed - before.failed),
    ];
    if (doneNow + failedNow === 0) return;
    const text =
      failedNow > 0
        ? t('files.ended.failed', { count: failedNow })
        : overtookNow > 0
          ? t('files.ended.overtook', { count: overtookNow })
          : t('files.ended.done', { count: doneNow });
    toasts.show({
      icon: failedNow + overtookNow > 0 ? TriangleAlert : CircleCheck,
      tone: failedNow > 0 ? 'danger' : 'normal',
      text,
      action: {
        label: t('files.ended.show'),
        onPress: () => {
          dispatch(placeOpened('files'));
          dispatch(transfersUnfolded(true));
        },
      },
    });
  }, [summary, seen, t, toasts, dispatch]);
}
