// How calls find their way: only over relays, and whether a public server may help where the own one has none.
import { useTranslation } from 'react-i18next';
import { useCall, useValue } from '../../app/hooks';
import { Switch } from '../../ui/Switch';
import styles from './CallSettings.module.css';

export function CallSettings() {
  const { t } = useTranslation();
  const { value: settings } = useValue('settings', {});
  const { value: turn } = useValue('callTurn', {});
  const save = useCall('setSetting');
  if (settings === undefined) return null;
  const noRelay = turn !== undefined && turn.expiresAtMs !== null && turn.servers.length === 0;
  const row = (name: 'relayOnly' | 'publicStun') => (
    <Switch
      label={t(`calls.settings.${name}`)}
      hint={t(`calls.settings.${name}Hint`)}
      isSelected={settings[`calls.${name}`] === true}
      onChange={(value) => void save.run({ name: `calls.${name}`, value })}
    />
  );
  return (
    <div className={styles.rows}>
      {row('relayOnly')}
      {row('publicStun')}
      {(noRelay || turn?.problem?.fatal === true) && (
        <p className={styles.note} role="note">
          {t('calls.settings.noRelay')}
        </p>
      )}
    </div>
  );
}
