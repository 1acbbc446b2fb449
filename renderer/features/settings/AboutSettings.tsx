// The versions of the app and its parts, and the export of logs.
import { useTranslation } from '#app/words';
import { useShell, useShellValue } from '#app/context';
import { useValue } from '#app/hooks';
import { resultOf } from '#app/result';
import { useOpenLink } from '#app/places/links';
import words from '#contract/locales/about.en.json';
import engineWords from '#contract/locales/engineFailed.en.json';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { copyText } from '#ui/text/copyText';
import { Logo } from '#ui/marks/Logo';
import { SettingRow } from '#ui/controls/SettingRow';
import { formatListTime } from '#ui/text/time';
import { useToasts } from '#ui/overlays/Toasts';
import styles from './Settings.module.css';

addWords(words);
addWords(engineWords);

const licencePage = 'https://www.apache.org/licenses/LICENSE-2.0';

export function AboutSettings() {
  const { t, i18n } = useTranslation();
  const shell = useShell();
  const toasts = useToasts();
  const openLink = useOpenLink();
  const app = useShellValue('app');
  const { value: engine } = useValue('engine', {});
  const { value: sync } = useValue('sync', {});
  const saveLogs = async () => {
    const result = await resultOf(shell.call('saveLogs', {}));
    if (result.ok && result.output.saved) toasts.show({ text: t('engine.logsSaved') });
  };
  const engineText =
    engine === undefined
      ? ''
      : t('settings.engineSince', {
          version: engine.version,
          time: formatListTime(engine.startedAtMs, Date.now(), i18n.language),
        });
  /** Copies the versions for a bug report, without names and addresses. */
  const copyFacts = async () => {
    const facts = [`Trellis ${app?.version ?? ''}`, app?.host, app?.platform, engineText];
    if (await copyText(facts.filter(Boolean).join('\n'))) toasts.show({ text: t('about.copied') });
  };
  return (
    <>
      <div className={styles.brand}>
        <Logo />
        <div>
          <p className={styles.brandName}>Trellis</p>
          <p className={styles.note}>{t('about.version', { version: app?.version ?? '' })}</p>
        </div>
      </div>
      <p className={styles.what}>{t('about.what')}</p>
      <h3 className={styles.part}>{t('about.app')}</h3>
      <SettingRow title={t('about.licence')} text={t('about.licenceText')}>
        <Button onPress={() => openLink(licencePage)}>{t('about.licenceRead')}</Button>
      </SettingRow>
      <SettingRow title={t('about.built')} text={t('about.builtText')} />
      <SettingRow title={t('about.privacy')} text={t('about.privacyText')} />
      <SettingRow title={t('about.updates')} text={t('about.updatesText')} />
      <h3 className={styles.part}>{t('about.problem')}</h3>
      <SettingRow title={t('settings.logs')} text={t('about.logsText')}>
        <Button onPress={() => void saveLogs()}>{t('engine.saveLogs')}</Button>
      </SettingRow>
      <SettingRow title={t('about.facts')} text={t('about.factsText')}>
        <Button onPress={() => void copyFacts()}>{t('about.copy')}</Button>
      </SettingRow>
      <h3 className={styles.part}>{t('about.here')}</h3>
      <SettingRow title={t('settings.host')} text={app?.host ?? ''} />
      <SettingRow title={t('settings.engine')} text={engineText} />
      {sync !== undefined && sync.droppedEvents > 0 && (
        <SettingRow title={t('settings.dropped')} text={String(sync.droppedEvents)} />
      )}
    </>
  );
}
