// Ends a call of two with somebody who is blocked meanwhile, here or on another device: nothing of them is heard from then on, neither the
// words of the call nor its end.
import { useEffect } from 'react';
import { useValue } from '#app/hooks';
import { useCallCenter, useCallsState } from '../context';

export function useEndBlocked(): void {
  const center = useCallCenter();
  const { calls } = useCallsState();
  const running = calls.filter(({ userId, state }) => userId !== null && state !== 'ended');
  const { value: ignored } = useValue('ignoredPeople', running.length === 0 ? null : {});
  const blocked = new Set(ignored?.people.map(({ userId }) => userId));
  const over = running.flatMap(({ userId, callId }) =>
    userId !== null && blocked.has(userId) ? [callId] : [],
  );
  const key = over.join(' ');
  useEffect(() => {
    if (key === '') return;
    for (const callId of key.split(' ')) center?.session(callId)?.hangUp();
  }, [center, key]);
}
