import { useMemo } from 'react';
import { useList, useValue } from '#app/hooks';
import type { Pins } from './context';

export function usePins(roomId: string): Pins {
  const { items } = useList('pinned', { roomId });
  const { value: room } = useValue('room', { roomId });
  const { value: kept } = useValue('keptInRoom', { roomId });
  const may = room?.permissions.pin ?? false;
  return useMemo(
    () => ({
      may,
      eventIds: new Set(items.map(({ eventId }) => eventId)),
      saved: new Set(kept?.saved),
    }),
    [may, items, kept],
  );
}
