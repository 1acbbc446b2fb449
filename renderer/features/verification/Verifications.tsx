// Whether a verification of this account is requested or running. The file is small, because each window loads it; the views are loaded
// with the first verification.
import { useValue } from '#app/hooks';
import { later } from '#app/later';

const VerificationCards = later(
  async () => (await import('./VerificationCards')).VerificationCards,
);

export function Verifications() {
  const all = useValue('verifications', {}).value?.all ?? [];
  return all.length > 0 && <VerificationCards all={all} />;
}
