// A notice at the end of the queue, where its panel cannot be seen. One user a window: the frame.
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
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
  const still = useRef<{ readonly done: number; readonly failed: number } | null>(null);
  useEffect(() => {
    if (summary === undefined) return;
    const { running, waiting, paused, done, failed } = summary;
    if (running + waiting > 0) {
      // What is tried again or cleared counts anew.
      const { done: doneThen, failed: failedThen } = still.current ?? { done, failed };
      still.current = { done: Math.min(done, doneThen), failed: Math.min(failed, failedThen) };
      return;
    }
    const before = still.current;
    still.current = { done, failed };
    if (before === null || seen || paused > 0) return;
    const [doneNow, failedNow] = [
      Math.max(0, done - before.done),
      Math.max(0, failed - before.failed),
    ];
    if (doneNow + failedNow === 0) return;
    toasts.show({
      icon: failedNow > 0 ? TriangleAlert : CircleCheck,
      tone: failedNow > 0 ? 'danger' : 'normal',
      text:
        failedNow > 0
          ? t('files.ended.failed', { count: failedNow })
          : t('files.ended.done', { count: doneNow }),
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
