// The card of a person over a place or a chat that is not the room it is told from.
import type { ReactNode } from 'react';
import { useValue } from '#app/hooks';
import { personOpened } from '#app/places/navigation';
import type { PersonAt } from '#app/places/targets';
import { useAppDispatch } from '#app/store';
import { PersonCard } from '../roomHeader';

export function PersonElsewhere({ at }: { readonly at: PersonAt }): ReactNode {
  const dispatch = useAppDispatch();
  const { value: room } = useValue('room', { roomId: at.roomId });
  if (room === undefined) return null;
  return (
    <PersonCard
      key={at.userId}
      room={room}
      userId={at.userId}
      elsewhere
      onClose={() => dispatch(personOpened(null))}
    />
  );
}
