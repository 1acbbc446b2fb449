// Whether a sound of a chat that was left plays on. The bar comes with the first such sound.
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useAccountState } from '#app/context';
import { later } from '#app/later';
import { createLeftSounds } from '#app/leftSound';

const LeftBar = later(async () => (await import('./LeftBar')).LeftBar);

export function LeftSound() {
  const left = useAccountState(createLeftSounds);
  const sound = useSyncExternalStore(left.subscribe, left.get);
  useLayoutEffect(() => {
    left.hosted = true;
    return () => {
      left.hosted = false;
      left.get()?.playback.close();
    };
  }, [left]);
  return sound && <LeftBar sound={sound} />;
}
