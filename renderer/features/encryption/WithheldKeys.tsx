// The bar above the composer about people who get no keys of new messages, with the reason and the act that changes it. It shows one person
// at a time, because each needs a decision.
import { useState, type ReactNode } from 'react';
import { useValue } from '#app/hooks';
import { later } from '#app/later';

const WithheldBar = later(async () => (await import('./WithheldBar')).WithheldBar);
const UnreachedNote = later(async () => (await import('./UnreachedNote')).UnreachedNote);

export function WithheldKeys({ roomId }: { readonly roomId: string }): ReactNode {
  const { value } = useValue('withheldKeys', { roomId });
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const people = (value?.people ?? []).filter(
    ({ person, reason }) =>
      value?.waits === true || reason === 'changed' || !leftOut.has(person.userId),
  );
  // A person whose identity has changed comes first, because that blocks sending.
  const doubt = people.find(({ reason }) => reason === 'changed') ?? people[0];
  if (value === undefined) return null;
  if (doubt === undefined)
    return value.unreached.length > 0 && <UnreachedNote people={value.unreached} />;
  return (
    <WithheldBar
      key={doubt.person.userId}
      roomId={roomId}
      doubt={doubt}
      more={people.length - 1}
      onLeaveOut={value.waits ? null : () => setLeftOut(new Set([...leftOut, doubt.person.userId]))}
      waits={value.waits}
    />
  );
}
