// Whether a verification of this account was asked for or goes on. Small, as each window draws it; what is seen comes with the first.
import { useValue } from '#app/hooks';
import { later } from '#app/later';

const VerificationCards = later(
  async () => (await import('./VerificationCards')).VerificationCards,
);

export function Verifications() {
  const all = useValue('verifications', {}).value?.all ?? [];
  return all.length > 0 && <VerificationCards all={all} />;
}
