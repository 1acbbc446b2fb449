// Camera, microphone and speaker before or in a call: what others will see, whether they will hear, whether we hear.
import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Switch } from '#ui/controls/Switch';
import { useNoiseSuppression } from './deviceMemory';
import { DeviceSelect } from './DeviceSelect';
import { Picture } from '../pictures/Picture';
import { useDeviceChoices } from './useDeviceChoices';
import { useDevices } from './useDevices';
import { useCheck } from './useCheck';
import styles from './CheckDialog.module.css';

export interface CheckDialogProps {
  readonly inCall?: boolean;
  readonly onClose: () => void;
}

export function CheckDialog({ inCall = true, onClose }: CheckDialogProps) {
  const { t } = useTranslation();
  const { microphoneId, cameraId, speakerId } = useDevices();
  const [suppressNoise, setSuppressNoise] = useNoiseSuppression();
  const [playing, setPlaying] = useState(false);
  const check = useCheck({ microphoneId, cameraId, speakerId, suppressNoise, inCall });
  const choices = useDeviceChoices(`${check.picture !== null} ${check.level !== null}`);
  return (
    <Dialog
      title={t('check.title')}
      isOpen
      onClose={onClose}
      width="l"
      actions={<Button onPress={onClose}>{t('check.close')}</Button>}
    >
      <div className={styles.all}>
        <div className={styles.picture}>
          {check.picture === null ? (
            <p className={styles.hint}>{check.cameraRefused && t('check.refused_camera')}</p>
          ) : (
            <Picture stream={check.picture} label={t('check.picture')} className={styles.camera} />
          )}
        </div>
        <DeviceSelect choice={choices.camera} />
        <div className={styles.parts}>
          <section className={styles.part}>
            <DeviceSelect choice={choices.microphone} />
            {check.microphoneRefused ? (
              <p className={styles.hint}>{t('check.refused_microphone')}</p>
            ) : (
              <>
                <meter
                  aria-label={t('check.level')}
                  min={0}
                  max={1}
                  value={check.level ?? 0}
                  className={styles.level}
                />
                <p className={styles.hint} role="status">
                  {check.heard ? t('check.heard') : t('check.silent')}
                </p>
              </>
            )}
          </section>
          <section className={styles.part}>
            <DeviceSelect choice={choices.speaker} />
            <Button
              icon={Volume2}
              isDisabled={playing}
              onPress={() => {
                setPlaying(true);
                void check.playTone(speakerId).finally(() => setPlaying(false));
              }}
            >
              {playing ? t('check.playing') : t('check.test')}
            </Button>
          </section>
        </div>
        <Switch
          label={t('callPlace.settings.noise')}
          isSelected={suppressNoise}
          onChange={setSuppressNoise}
        />
        <Switch
          label={t('check.loop')}
          hint={t('check.loopHint')}
          isSelected={check.looping}
          onChange={check.setLooping}
        />
      </div>
    </Dialog>
  );
}
