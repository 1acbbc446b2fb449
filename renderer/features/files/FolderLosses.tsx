// Says that somebody took this account out of a shared folder, wherever the person is in the window.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { useToasts } from '#ui/overlays/Toasts';
import { departureWords } from './words';

export function FolderLosses() {
  const removed = useValue('treeInvites', {}).value?.removed;
  /** Null until the first answer: what was lost before is told by the page of the folder. */
  const known = useRef<ReadonlySet<string> | null>(null);
  const [lost, setLost] = useState<readonly string[]>([]);
  useEffect(() => {
    if (removed === undefined) return;
    const before = known.current;
    known.current = new Set(removed);
    if (before !== null) setLost(removed.filter((roomId) => !before.has(roomId)));
  }, [removed]);
  return lost.map((roomId) => <Loss key={roomId} roomId={roomId} />);
}

function Loss({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { value } = useValue('directory', { roomId });
  const departure = value?.departure;
  const reason = departure?.reason;
  const told = departure === undefined ? null : departureWords(t, value?.name ?? '', departure);
  const text = reason === undefined ? told : `${told}: ${reason}`;
  useEffect(() => {
    if (text !== null) toasts.show({ text });
  }, [text, toasts]);
  return null;
}
