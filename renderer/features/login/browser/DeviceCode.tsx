// Shows a code to type, or to read with a camera, on another device; the app continues as soon as it was confirmed there.
import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from '#app/words';
import type { BrowserSignIn } from '#contract/areas/account/accountModels';
import signInCode from '#contract/locales/signInCode.en.json';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { copyText } from '#ui/text/copyText';
import { QrCode } from '#ui/marks/QrCode';
import { Spinner } from '#ui/layout/Spinner';
import { formatTime } from '#ui/text/time';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './DeviceCode.module.css';

addWords(signInCode);

export interface DeviceCodeProps {
  readonly code: Extract<BrowserSignIn, { state: 'code' }>;
  readonly onCancel: () => void;
}

export function DeviceCode({ code, onCancel }: DeviceCodeProps) {
  const { t, i18n } = useTranslation();
  const toasts = useToasts();
  const { userCode, url, wholeUrl, expiresAtMs } = code;
  // All characters of an address are ASCII, so each is one byte.
  const bytes = useMemo(
    () => Uint8Array.from(wholeUrl ?? '', (letter) => letter.charCodeAt(0)),
    [wholeUrl],
  );
  const copy = async (): Promise<void> => {
    if (await copyText(url)) toasts.show({ text: t('signInCode.copied') });
  };
  return (
    <section className={styles.panel} aria-labelledby="signInCode" data-alone>
      <h1 id="signInCode" className={styles.title}>
        {t('signInCode.title')}
      </h1>
      <p className={styles.text}>{t(wholeUrl === null ? 'signInCode.open' : 'signInCode.scan')}</p>
      {wholeUrl !== null && (
        <div className={styles.picture}>
          <QrCode bytes={bytes} label={t('signInCode.picture')} />
        </div>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{t('signInCode.address')}</dt>
          <dd className={styles.address}>
            <span>{url}</span>
            <IconButton
              icon={Copy}
              label={t('signInCode.copy')}
              autoFocus
              onPress={() => void copy()}
            />
          </dd>
        </div>
        <div>
          <dt>{t('signInCode.code')}</dt>
          <dd className={styles.code}>{userCode}</dd>
        </div>
      </dl>
      <p className={styles.text}>{t('signInCode.same')}</p>
      <p className={styles.waiting} role="status">
        <Spinner />
        <span>{t('signInCode.until', { time: formatTime(expiresAtMs, i18n.language) })}</span>
      </p>
      <Button size="l" wide variant="text" onPress={onCancel}>
        {t('signInCode.cancel')}
      </Button>
    </section>
  );
}
