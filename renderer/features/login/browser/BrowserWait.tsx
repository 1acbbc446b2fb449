// The person is in the browser: what to do there, and the ways out.
import { useTranslation } from '#app/words';
import signInCode from '#contract/locales/signInCode.en.json';
import { addWords } from '#app/i18n';
import { later } from '#app/later';
import { Button } from '#ui/controls/Button';
import { Spinner } from '#ui/layout/Spinner';
import type { BrowserDoor } from './useBrowserSignIn';
import styles from '../Login.module.css';

const DeviceCode = later(async () => (await import('./DeviceCode')).DeviceCode);

addWords(signInCode);

const noteWords = {
  foreign: 'signInCode.waitForeign',
  not_opened: 'signInCode.waitNotOpened',
} as const;

/** @returns null when no sign-in waits for the browser */
export function BrowserWait({ door }: { readonly door: BrowserDoor }) {
  const { t } = useTranslation();
  const { state } = door;
  if (state.state === 'code') return <DeviceCode code={state} onCancel={door.cancel} />;
  if (state.state !== 'waiting' && state.state !== 'finishing') return null;
  const waits = state.state === 'waiting';
  const note = waits ? state.note : null;
  return (
    <div className={styles.wait}>
      <p className={styles.waiting} role="status">
        <Spinner />
        <span>{waits ? t('login.waiting') : t('login.finishing')}</span>
      </p>
      {waits && <p className={styles.waitText}>{t('signInCode.wait')}</p>}
      {note !== null && (
        <p role="alert" className={styles.warning}>
          {t(noteWords[note])}
        </p>
      )}
      {waits && (
        <Button variant="primary" size="l" wide autoFocus onPress={door.openAgain}>
          {t('login.openAgain')}
        </Button>
      )}
      <Button size="l" wide onPress={door.cancel}>
        {t('login.cancel')}
      </Button>
    </div>
  );
}
