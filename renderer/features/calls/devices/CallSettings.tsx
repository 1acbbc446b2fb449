// The settings of calls: devices and their check, sounds, the shortcuts to mute and to talk, and the network (relays and STUN).
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { useShell, useShellValue } from '#app/context';
import { useCall, useValue } from '#app/hooks';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { SettingRow, SettingSwitch } from '#ui/controls/SettingRow';
import { CheckDialog } from './CheckDialog';
import { useNoiseSuppression } from './deviceMemory';
import { DeviceSelect } from './DeviceSelect';
import { useInCall } from '../context';
import { MuteKey } from '../keys/MuteKey';
import { TalkKey } from '../keys/TalkKey';
import { useDeviceChoices } from './useDeviceChoices';
import styles from './CallSettings.module.css';

export function CallSettings() {
  const { t } = useTranslation();
  const { value: settings } = useValue('settings', {});
  const { value: turn } = useValue('callTurn', {});
  const save = useCall('setSetting');
  if (settings === undefined) return null;
  const noRelay = turn !== undefined && turn.expiresAtMs !== null && turn.servers.length === 0;
  const row = (name: 'relayOnly' | 'publicStun') => (
    <SettingSwitch
      label={t(`calls.settings.${name}`)}
      hint={t(`calls.settings.${name}Hint`)}
      isSelected={settings[`calls.${name}`] === true}
      onChange={(value) => void save.run({ name: `calls.${name}`, value })}
    />
  );
  return (
    <div className={styles.rows}>
      <Devices />
      <Sounds />
      <MuteKey />
      <TalkKey />
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

/** Names of devices are known once one was opened: the check does that. */
function Devices() {
  const { t } = useTranslation();
  const [checking, setChecking] = useState(false);
  const choices = useDeviceChoices('shown');
  const inCall = useInCall();
  return (
    <>
      <SettingRow title={t('callPlace.settings.check')} text={t('callPlace.settings.checkText')}>
        <Button onPress={() => setChecking(true)}>{t('callPlace.settings.checkAction')}</Button>
      </SettingRow>
      <div className={styles.devices}>
        <DeviceSelect choice={choices.microphone} />
        <DeviceSelect choice={choices.camera} />
        <DeviceSelect choice={choices.speaker} />
      </div>
      {checking && <CheckDialog inCall={inCall} onClose={() => setChecking(false)} />}
    </>
  );
}

function Sounds() {
  const { t } = useTranslation();
  const shell = useShell();
  const app = useShellValue('app');
  const [noise, setNoise] = useNoiseSuppression();
  return (
    <>
      <SettingSwitch
        label={t('callPlace.settings.noise')}
        hint={t('callPlace.settings.noiseHint')}
        isSelected={noise}
        onChange={setNoise}
      />
      {app !== undefined && (
        <SettingSwitch
          label={t('callPlace.settings.ringSound')}
          hint={t('callPlace.settings.ringSoundHint')}
          isSelected={app.ringSound}
          onChange={(on) => void resultOf(shell.call('setRingSound', { on }))}
        />
      )}
    </>
  );
}
