// Whether somebody signed in to this account. Small, as each window draws it; the cards come with the first one, over the window, and on
// the page of the devices in it.
import { useState } from 'react';
import { useValue } from '#app/hooks';
import { later } from '#app/later';

const SignInCards = later(async () => (await import('./SignInCards')).SignInCards);

export function NewSignIns({ onPage = false }: { readonly onPage?: boolean }) {
  const { value } = useValue('newSignIns', {});
  const { value: verifications } = useValue('verifications', {});
  // A device that asks to be verified has a card of its own, with the same question.
  const asks = (id: string): boolean =>
    verifications?.all.some((one) => one.isSelf && one.deviceId === id) === true;
  const all = (value?.all ?? []).filter((one) => !asks(one.deviceId));
  // With the answer the card goes, and what follows from it goes on.
  const [some, setSome] = useState(false);
  if (!some && all.length > 0) setSome(true);
  return some && <SignInCards all={all} onPage={onPage} />;
}
