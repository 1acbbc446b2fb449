// The bar of a sound whose chat was left: says of whom it is, leads back to it, pauses and ends it.
import { Pause, Play, X } from 'lucide-react';
import { useEffect, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { z } from 'zod';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import listening from '#contract/locales/listening.en.json';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import type { LeftSound } from '#app/leftSound';
import { messageShown, threadOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { isolate } from '#ui/text/isolate';
import { formatDuration } from '#ui/text/time';
import { Unchecked, usePlayable } from '../players';
import styles from './LeftBar.module.css';

addWords(listening);

type Message = NonNullable<ReturnType<LeftSound['messageOf']>>;
type Media = z.infer<typeof MediaRef>;

export function LeftBar({ sound }: { readonly sound: LeftSound }): ReactNode {
  const { t } = useTranslation();
  const { playback, roomId } = sound;
  const now = useSyncExternalStore(playback.subscribe, playback.get);
  const { value: room } = useValue('room', { roomId });
  const message = now.key === null ? null : sound.messageOf(now.key);
  if (message?.body.type !== 'audio') return null;
  const { media, sound: kind } = message.body;
  const voice = kind?.voice === true;
  const by = isolate(message.sender.name);
  const chat = room === undefined ? null : isolate(room.name);
  const what = voice ? t('listening.voice', { name: by }) : media.fileName;
  const runs = now.state === 'playing' || now.state === 'loading';
  const durationMs = now.durationMs ?? media.durationMs;
  const played = Math.min(1, now.positionMs / Math.max(1, durationMs ?? 0));
  return (
    <section
      className={styles.bar}
      style={{ '--played': played } as CSSProperties}
      aria-label={t('listening.label')}
    >
      <Control {...{ sound, media, runs, name: what }} itemKey={message.key} />
      <span className={styles.words}>
        {chat === null || (voice && room?.name === message.sender.name)
          ? what
          : t('listening.from', { what: isolate(what), chat })}
      </span>
      {now.state === 'failed' ? (
        <span role="alert" className={styles.failed}>
          {t('listening.failed')}
        </span>
      ) : (
        <span className={styles.time}>
          {t('listening.at', {
            position: formatDuration(now.positionMs),
            duration: formatDuration(durationMs ?? now.positionMs),
          })}
        </span>
      )}
      <Show {...{ sound, message }} />
      <IconButton size="s" label={t('listening.close')} icon={X} onPress={() => playback.close()} />
    </section>
  );
}

interface ControlProps {
  readonly sound: LeftSound;
  readonly media: Media;
  readonly runs: boolean;
  readonly name: string;
  readonly itemKey: string;
}

/** Plays and pauses. A file that is not the one that was sent is stopped here as in its chat. */
function Control({ sound, media, runs, name, itemKey }: ControlProps): ReactNode {
  const { t } = useTranslation();
  const { playback } = sound;
  const { src, unchecked, failed } = usePlayable(media);
  const isLost = failed !== null;
  useEffect(() => {
    if (isLost) playback.fail(itemKey);
  }, [isLost, playback, itemKey]);
  return (
    <>
      <IconButton
        size="s"
        label={t(runs ? 'listening.pause' : 'listening.play', { name })}
        icon={runs ? Pause : Play}
        isDisabled={isLost}
        onPress={() => playback.toggle({ key: itemKey, src: src ?? '' })}
      />
      {unchecked && <Unchecked />}
    </>
  );
}

function Show({ sound, message }: { readonly sound: LeftSound; readonly message: Message }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { roomId, threadId } = sound;
  const { eventId } = message;
  const show = (): void => {
    if (threadId !== null) dispatch(threadOpened({ roomId, threadId, eventId }));
    else if (eventId !== null) dispatch(messageShown({ roomId, eventId }));
  };
  return (
    <Button size="s" variant="text" onPress={show}>
      {t('listening.show')}
    </Button>
  );
}
