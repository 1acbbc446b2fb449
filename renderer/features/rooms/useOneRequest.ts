// The request of a dialog that makes a room: one dialog makes one room, however often the button is pressed or the engine restarts (D17).
import { useRef } from 'react';
import { newRequestId } from '#app/requestId';

export function useOneRequest(): string {
  const id = useRef<string | null>(null);
  id.current ??= newRequestId();
  return id.current;
}
