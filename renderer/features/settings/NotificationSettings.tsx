// The settings of notifications: the push rules of the account for all devices, and the switches for this computer.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { useShell } from '#app/context';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useCall, useEngineCall, useValue } from '#app/hooks';
import { resultOf } from '#app/result';
import type { NotificationKind, NotificationRules } from '#contract/areas/notifications';
import { Button } from '#ui/controls/Button';
import { SettingRow, SettingSwitch } from '#ui/controls/SettingRow';
import { ReadAllDialog } from '../notified';
import { Keywords } from './Keywords';
import { NoticeTones } from './NoticeTones';
import { Pushers } from './Pushers';
import { QuietHours, useQuietUntil } from './QuietHours';
import styles from './Settings.module.css';

const kinds: readonly NotificationKind[] = [
  'all',
  'direct',
  'rooms',
  'mentions',
  'everybody',
  'invites',
];

export function NotificationSettings() {
  const { t } = useTranslation();
  return (
    <>
      <h3 className={styles.part}>{t('notifications.here')}</h3>
      <Here />
      <h3 className={styles.part}>{t('notifications.everywhere')}</h3>
      <Everywhere />
      <Pushers />
    </>
  );
}

/** Names of settings; the engine reads them. */
const here = {
  on: 'notifications.on',
  text: 'notifications.text',
  sound: 'notifications.sound',
  elsewhere: 'notifications.elsewhere',
};

function Here() {
  const { t } = useTranslation();
  const { value: settings } = useValue('settings', {});
  const save = useCall('setSetting');
  const set = (name: string) => (value: boolean) => void save.run({ name, value });
  if (settings === undefined) return null;
  const on = settings[here.on] !== false;
  return (
    <>
      <AppErrorNote error={save.error} />
      <SettingSwitch
        label={t('notifications.on')}
        hint={t('notifications.onHint')}
        isSelected={on}
        onChange={set(here.on)}
      />
      <SettingSwitch
        label={t('notifications.text')}
        hint={t('notifications.textHint')}
        isSelected={settings[here.text] !== false}
        isDisabled={!on}
        onChange={set(here.text)}
      />
      <SettingSwitch
        label={t('notifications.sound')}
        isSelected={settings[here.sound] !== false}
        isDisabled={!on}
        onChange={set(here.sound)}
      />
      {on && settings[here.sound] !== false && <NoticeTones settings={settings} />}
      <SettingSwitch
        label={t('notifications.elsewhere')}
        hint={t('notifications.elsewhereHint')}
        isSelected={settings[here.elsewhere] === true}
        isDisabled={!on}
        onChange={set(here.elsewhere)}
      />
      <QuietHours disabled={!on} />
      <Test on={on} silent={settings[here.sound] === false} />
    </>
  );
}

type Answer = 'shown' | 'unsupported' | 'failed' | 'silent';

/** Shows a test notification, whatever is switched off here, and says whether the system showed it, and whether messages show any now. */
function Test({ on, silent }: { readonly on: boolean; readonly silent: boolean }) {
  const { t } = useTranslation();
  const shell = useShell();
  const tellFailure = useErrorNotice();
  const quietUntil = useQuietUntil();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [pending, setPending] = useState(false);
  const test = async (): Promise<void> => {
    setPending(true);
    const asked = await resultOf(shell.call('testNotification', { silent }));
    setPending(false);
    if (asked.ok) setAnswer(asked.output.answer);
    else tellFailure(asked.error);
  };
  return (
    <SettingRow
      title={t('notifications.test')}
      text={t('notifications.testHint')}
      note={
        answer !== null && (
          <p role="status" className={styles.note}>
            {t(`notifications.tested.${answer}`)}
            {!on
              ? ` ${t('notifications.testedOff')}`
              : quietUntil !== null && ` ${t('notifications.testedQuiet', { time: quietUntil })}`}
          </p>
        )
      }
    >
      <Button pending={pending} onPress={() => void test()}>
        {t('notifications.testSend')}
      </Button>
    </SettingRow>
  );
}

/** Offered while something is new. */
function ReadAll() {
  const { t } = useTranslation();
  const { value: news } = useValue('news', {});
  const [asking, setAsking] = useState(false);
  const none = news !== undefined && news.chats === 0 && news.folders === 0;
  return (
    <>
      <SettingRow
        title={t('notifications.readAll')}
        text={t(none ? 'notifications.readAllNone' : 'notifications.readAllHint')}
      >
        <Button isDisabled={none} onPress={() => setAsking(true)}>
          {t('notifications.readAllDo')}
        </Button>
      </SettingRow>
      {asking && <ReadAllDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function Everywhere() {
  const { t } = useTranslation();
  const { value: rules, error } = useValue('notificationRules', {});
  const call = useEngineCall();
  const tellFailure = useErrorNotice();
  /** The values that were pressed last, until sync brings them or the server refuses them. */
  const [wanted, setWanted] = useState<Partial<Record<NotificationKind, boolean>>>({});
  const [seen, setSeen] = useState<NotificationRules | undefined>(rules);
  if (rules !== seen) {
    setSeen(rules);
    setWanted({});
  }
  const set = async (kind: NotificationKind, on: boolean): Promise<void> => {
    setWanted((before) => ({ ...before, [kind]: on }));
    const done = await call('setNotificationRule', { kind, on });
    if (done.ok) return;
    setWanted(({ [kind]: _refused, ...rest }) => rest);
    tellFailure(done.error);
  };
  if (rules === undefined) return <AppErrorNote error={error} />;
  const isOn = (kind: NotificationKind): boolean => wanted[kind] ?? rules[kind];
  return (
    <>
      {kinds.map((kind) => (
        <SettingSwitch
          key={kind}
          label={t(`notifications.kind.${kind}`)}
          hint={t(`notifications.kindHint.${kind}`)}
          isSelected={isOn(kind)}
          isDisabled={kind !== 'all' && !isOn('all')}
          onChange={(on) => void set(kind, on)}
        />
      ))}
      <Keywords keywords={rules.keywords} disabled={!isOn('all')} />
      <ReadAll />
    </>
  );
}
