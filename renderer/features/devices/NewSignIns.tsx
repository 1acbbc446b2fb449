// Whether somebody signed in to this account. Small, as each window draws it; the cards come with the first one.
import { useState } from 'react';
import { useValue } from '#app/hooks';
import { later } from '#app/later';

const SignInCards = later(async () => (await import('./SignInCards')).SignInCards);

export function NewSignIns() {
  const { value } = useValue('newSignIns', {});
  const all = value?.all ?? [];
  // With the answer the card goes, and what follows from it goes on.
  const [some, setSome] = useState(false);
  if (!some && all.length > 0) setSome(true);
  return some && <SignInCards all={all} />;
}
