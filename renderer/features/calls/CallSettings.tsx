// Settings of calls: devices and their check, what is heard, the key that mutes, and how calls find their way.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell, useShellValue } from '../../app/context';
import { useCall, useValue } from '../../app/hooks';
import { resultOf } from '../../app/result';
import { Button } from '../../ui/Button';
import { SettingRow } from '../../ui/SettingRow';
import { Switch } from '../../ui/Switch';
import { CheckDialog } from './check/CheckDialog';
import { useCallsState } from './context';
import { useNoiseSuppression } from './deviceMemory';
import { DeviceSelect } from './DeviceSelect';
import { useGroupState } from './group/context';
import { MuteKey } from './MuteKey';
import { chooseSpeaker, noteCamera, noteMicrophone, useDevices } from './useDevices';
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
      <Devices />
      <Sounds />
      <MuteKey />
      <SettingRow
        title={t('callPlace.settings.talkKey')}
        text={t('callPlace.settings.talkKeyText')}
      />
      <div className={styles.line}>{row('relayOnly')}</div>
      <div className={styles.line}>{row('publicStun')}</div>
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
  const devices = useDevices('shown');
  const { calls } = useCallsState();
  const inCall = useGroupState().call !== null || calls.some(({ state }) => state !== 'ended');
  return (
    <>
      <SettingRow title={t('callPlace.settings.check')} text={t('callPlace.settings.checkText')}>
        <Button onPress={() => setChecking(true)}>{t('callPlace.settings.checkAction')}</Button>
      </SettingRow>
      <div className={styles.devices}>
        <DeviceSelect
          label={t('callPlace.settings.microphone')}
          devices={devices.microphones}
          chosen={devices.microphoneId}
          onChoose={noteMicrophone}
        />
        <DeviceSelect
          label={t('callPlace.settings.camera')}
          devices={devices.cameras}
          chosen={devices.cameraId}
          onChoose={noteCamera}
        />
        <DeviceSelect
          label={t('callPlace.settings.speaker')}
          devices={devices.speakers}
          chosen={devices.speakerId}
          onChoose={chooseSpeaker}
        />
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
      <div className={styles.line}>
        <Switch
          label={t('callPlace.settings.noise')}
          hint={t('callPlace.settings.noiseHint')}
          isSelected={noise}
          onChange={setNoise}
        />
      </div>
      {app !== undefined && (
        <div className={styles.line}>
          <Switch
            label={t('callPlace.settings.ringSound')}
            hint={t('callPlace.settings.ringSoundHint')}
            isSelected={app.ringSound}
            onChange={(on) => void resultOf(shell.call('setRingSound', { on }))}
          />
        </div>
      )}
    </>
  );
}
