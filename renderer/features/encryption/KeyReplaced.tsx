// Whether another device has replaced the recovery key. The card comes with the first time.
import { useValue } from '#app/hooks';
import { later } from '#app/later';

const KeyReplacedCard = later(async () => (await import('./KeyReplacedCard')).KeyReplacedCard);

export function KeyReplaced() {
  const { keyReplacedMs: atMs, state } = useValue('encryption', {}).value ?? {};
  // The page that shows a key says it itself.
  return atMs !== undefined && state !== 'key_shown' && <KeyReplacedCard atMs={atMs} />;
}
