// Says what became of a camera or a microphone that was pulled out in a call, whatever is shown.
import { MicOff, Mic, Video, VideoOff } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import { useToasts } from '#ui/overlays/Toasts';
import type { DeviceNews } from '../callTypes';

const icons = {
  microphone_replaced: Mic,
  microphone_gone: MicOff,
  microphone_back: Mic,
  microphone_kept: Mic,
  camera_gone: VideoOff,
  camera_kept: Video,
} as const;

/** Returns the same function as long as the component is mounted. */
export function useDeviceNews(): (news: DeviceNews) => void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const show = useRef<(news: DeviceNews) => void>(() => undefined);
  useEffect(() => {
    show.current = (news) =>
      toasts.show({
        text: t(`calls.deviceNews.${news}`),
        icon: icons[news],
        tone: news === 'microphone_gone' ? 'danger' : 'normal',
      });
  }, [t, toasts]);
  return useCallback((news) => show.current(news), []);
}
