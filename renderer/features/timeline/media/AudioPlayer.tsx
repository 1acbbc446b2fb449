// The player of an audio message: play button, position as a waveform or a bar, duration, speed. An audio file also shows its name and
// size.
import { Download, Pause, Play } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { Sound } from '#contract/areas/messages/messageModels';
import { FileName } from '#ui/text/FileName';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { SoundPosition } from '#ui/marks/SoundPosition';
import { Spinner } from '#ui/layout/Spinner';
import { formatDuration, formatSize } from '#ui/text/time';
import { Unchecked, usePlayable } from '../../players';
import { useTimelineScope } from '../context';
import type { Media } from '../context';
import { usePlayback } from './usePlayback';
import styles from './AudioPlayer.module.css';

interface AudioPlayerProps {
  /** Key of its message. */
  readonly itemKey: string;
  readonly media: Media;
  readonly sound: Sound;
}

export function AudioPlayer({ itemKey, media, sound }: AudioPlayerProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { actions } = useTimelineScope();
  const playback = usePlayback();
  const { src, unchecked, failed, retry } = usePlayable(media);
  const all = useSyncExternalStore(playback.subscribe, playback.get);
  const mine = all.key === itemKey;
  const state = mine ? all.state : 'paused';
  const positionMs = mine ? all.positionMs : 0;
  // The sender's duration is shown until the file itself is loaded.
  const durationMs = (mine ? all.durationMs : null) ?? media.durationMs;
  const source = { key: itemKey, src: src ?? '' };
  const name = sound.voice ? t('timeline.preview.voice') : media.fileName;
  const lost = mine ? failed : null;
  useEffect(() => {
    if (lost !== null) playback.fail(itemKey);
  }, [lost, playback, itemKey]);
  const runs = state === 'playing' || state === 'loading';
  const begun = mine && (runs || positionMs > 0);
  const shownMs = begun ? positionMs : (durationMs ?? 0);
  const size = media.sizeBytes === null ? null : formatSize(media.sizeBytes, i18n.language);
  return (
    <div className={styles.card} role="group" aria-label={name}>
      <AriaButton
        className={styles.play ?? ''}
        aria-label={t(runs ? 'timeline.sound.pause' : 'timeline.sound.play', { name })}
        onPress={() => {
          if (failed !== null) retry();
          playback.toggle(source);
        }}
      >
        {state === 'loading' ? <Spinner size={16} /> : <Icon icon={runs ? Pause : Play} />}
      </AriaButton>
      <div className={styles.middle}>
        {!sound.voice && (
          <div className={styles.file}>
            <FileName className={styles.name}>{media.fileName}</FileName>
            {unchecked ? (
              <Unchecked />
            ) : (
              size !== null && <span className={styles.meta}>{size}</span>
            )}
          </div>
        )}
        <SoundPosition
          label={t('timeline.sound.position', { name })}
          valueText={t('timeline.sound.at', {
            position: formatDuration(positionMs),
            duration: formatDuration(durationMs ?? 0),
          })}
          low={!sound.voice}
          waveform={sound.waveform}
          positionMs={positionMs}
          durationMs={durationMs}
          onSeek={(to) => playback.seek(source, to)}
        />
        {state === 'failed' && (
          <span className={styles.failed} role="alert">
            {lost ?? t('timeline.sound.failed')}
          </span>
        )}
      </div>
      {sound.voice && unchecked && <Unchecked />}
      <span className={styles.time}>
        {durationMs === null && !begun ? '–:––' : formatDuration(shownMs)}
      </span>
      {begun && (
        <AriaButton
          className={styles.speed ?? ''}
          aria-label={t('timeline.sound.speed', { speed: all.speed })}
          onPress={() => playback.changeSpeed()}
        >
          {`${all.speed}×`}
        </AriaButton>
      )}
      {!sound.voice && (
        <IconButton
          label={t('timeline.action.saveFile', { name: media.fileName })}
          icon={Download}
          iconSize={16}
          onPress={() => actions.save(media)}
        />
      )}
    </div>
  );
}
