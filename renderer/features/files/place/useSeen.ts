// Marks the open directory as seen while the window has the focus, so that its dot goes.
import { useEffect } from 'react';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import { useShellValue } from '#app/context';
import { useEngineCall } from '#app/hooks';

export function useSeen({ roomId, membership, activity }: DirectoryHeader): void {
  const call = useEngineCall();
  const focused = useShellValue('app')?.focused ?? false;
  const newest = activity?.atMs ?? 0;
  const joined = membership === 'join';
  useEffect(() => {
    if (focused && joined) void call('markDirectorySeen', { roomId });
  }, [call, focused, joined, roomId, newest]);
}
