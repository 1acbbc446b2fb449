// The bar of a voice message, which replaces the text field: records with a waveform and a clock, pauses, plays, discards, sends.
import { Mic, Pause, Play, SendHorizontal, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useAccount } from '#app/context';
import { addWords } from '#app/i18n';
import { createPlayback, useSounds, type Playback } from '#app/playback';
import voice from '#contract/locales/voice.en.json';
import type { ConversationId } from '#contract/areas/ids';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { IconButton } from '#ui/controls/IconButton';
import { SoundPosition, Wave } from '#ui/marks/SoundPosition';
import { formatDuration } from '#ui/text/time';
import { useToasts } from '#ui/overlays/Toasts';
import { useMicrophone } from '../../calls';
import styles from './VoiceBar.module.css';
import { keepAt, readKept } from './kept';
import { useVoices, type Voices } from './openVoices';
import { createRecorder, type VoiceFile, type VoiceRecorder, type VoiceState } from './recorder';
import { sendVoice } from './sendVoice';

addWords(voice);

export interface VoiceBarProps {
  readonly conversation: ConversationId;
  readonly roomName: string;
  /** Key of this account and conversation. */
  readonly voiceKey: string;
  /** Sends in order with everything else that is written here; resolves with whether the message is saved in the outbox. */
  readonly onSend: (act: (replyTo: string | null) => Promise<void>) => Promise<boolean>;
  /** Closes the bar and shows the field again. */
  readonly onDone: () => void;
}

const bars = 64;
/** Shorter recordings are discarded without a question. */
const askFromMs = 5000;

function useRecorder(voices: Voices, key: string, conversation: ConversationId): VoiceRecorder {
  const { recorders, recording, offered, known } = voices;
  const microphone = useMicrophone();
  const { silence } = useSounds();
  const { engine } = useAccount();
  const [recorder] = useState(() => {
    const left = offered.get(key);
    return (
      recorders.get(key) ??
      createRecorder(
        { ...microphone, silence, recording },
        left === undefined ? null : readKept(engine, left),
      )
    );
  });
  useEffect(() => {
    recorder.keepWith(keepAt(engine, conversation));
  }, [recorder, engine, conversation]);
  useEffect(() => {
    if (recorders.has(key)) return;
    recorders.set(key, recorder);
    known.add(recorder.id);
    // A recording that an earlier window left is played before it is continued.
    if (!offered.delete(key)) void recorder.start();
  }, [recorders, known, offered, key, recorder]);
  return recorder;
}

/** The recording pauses when another room opens, so that it never runs unseen; a toast says where it waits. */
function usePauseElsewhere(
  { recorders }: Voices,
  recorder: VoiceRecorder,
  key: string,
  roomName: string,
): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const words = useRef('');
  words.current = t('voice.waits', { name: roomName });
  useEffect(
    () => () => {
      const { phase } = recorder.get();
      if (recorders.get(key) !== recorder || phase === 'paused') return;
      void recorder.pause();
      toasts.show({ text: words.current, icon: Mic });
    },
    [recorders, recorder, key, toasts],
  );
}

/** The file of a paused recording, with a URL to play it. */
function useHeard(recorder: VoiceRecorder, phase: VoiceState['phase']): [VoiceFile, string] | null {
  const [heard, setHeard] = useState<[VoiceFile, string] | null>(null);
  useEffect(() => {
    if (phase !== 'paused' || recorder.get().elapsedMs === 0) return undefined;
    let url: string | null = null;
    let current = true;
    recorder.file().then(
      (file) => {
        if (!current) return;
        url = URL.createObjectURL(new Blob([file.bytes], { type: 'audio/ogg' }));
        setHeard([file, url]);
      },
      () => undefined,
    );
    return () => {
      current = false;
      setHeard(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [recorder, phase]);
  return heard;
}

function Preview({ file, src }: { readonly file: VoiceFile; readonly src: string }): ReactNode {
  const { t } = useTranslation();
  const sounds = useSounds();
  const [playback] = useState<Playback>(() => createPlayback(sounds, () => null));
  useEffect(() => () => playback.close(), [playback]);
  const { key, state, positionMs: at } = useSyncExternalStore(playback.subscribe, playback.get);
  const runs = state === 'playing' || state === 'loading';
  const positionMs = key === src ? at : 0;
  const sound = { key: src, src };
  const shown = formatDuration(runs || positionMs > 0 ? positionMs : file.durationMs);
  return (
    <>
      <IconButton
        label={t(runs ? 'voice.stopHearing' : 'voice.hear')}
        icon={runs ? Pause : Play}
        onPress={() => playback.toggle(sound)}
      />
      <div className={styles.wave}>
        <SoundPosition
          label={t('voice.position')}
          valueText={formatDuration(positionMs)}
          waveform={file.waveform}
          positionMs={positionMs}
          durationMs={file.durationMs}
          onSeek={(to) => playback.seek(sound, to)}
        />
      </div>
      <span className={styles.time}>{shown}</span>
    </>
  );
}

function Live({ elapsedMs, levels, phase }: VoiceState): ReactNode {
  const { t } = useTranslation();
  const last = levels.slice(-bars);
  return (
    <>
      <span className={styles.dot} data-on={phase === 'recording'} />
      <div className={styles.wave}>
        <Wave waveform={[...Array.from({ length: bars - last.length }, () => 0), ...last]} />
      </div>
      <span className={styles.time} role="timer" aria-label={t('voice.time')}>
        {formatDuration(elapsedMs)}
      </span>
    </>
  );
}

export function VoiceBar(props: VoiceBarProps): ReactNode {
  const { conversation, roomName, voiceKey, onSend, onDone } = props;
  const { t } = useTranslation();
  const account = useAccount();
  const voices = useVoices();
  const recorder = useRecorder(voices, voiceKey, conversation);
  const state = useSyncExternalStore(recorder.subscribe, recorder.get);
  const [asking, setAsking] = useState(false);
  usePauseElsewhere(voices, recorder, voiceKey, roomName);
  const heard = useHeard(recorder, state.phase);
  const { phase, elapsedMs, problem } = state;

  const leave = (): void => {
    voices.recorders.delete(voiceKey);
    voices.setOpen(voiceKey, false);
    onDone();
  };
  const discard = (): void => {
    leave();
    recorder.close();
  };
  const askOrDiscard = (): void => {
    if (elapsedMs < askFromMs) return discard();
    void recorder.pause();
    return setAsking(true);
  };
  const send = (): void => {
    leave();
    void onSend(async (replyTo) =>
      sendVoice(account, await recorder.file(), { ...conversation, replyTo }, recorder.id),
    ).then((sent) => {
      if (sent) return recorder.close();
      voices.recorders.set(voiceKey, recorder);
      return voices.setOpen(voiceKey, true);
    });
  };
  const paused = phase === 'paused';
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={t('voice.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || asking) return;
        event.stopPropagation();
        askOrDiscard();
      }}
    >
      <IconButton label={t('voice.discard')} icon={Trash2} shortcut="Esc" onPress={askOrDiscard} />
      <div className={styles.middle}>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {t(`voice.problem.${problem}`)}
          </p>
        )}
        {(problem === null || elapsedMs > 0) && (
          <div className={styles.sound}>
            {paused && heard !== null ? (
              <Preview file={heard[0]} src={heard[1]} />
            ) : (
              <Live {...state} />
            )}
          </div>
        )}
      </div>
      <IconButton
        label={t(paused ? (elapsedMs === 0 ? 'voice.tryAgain' : 'voice.goOn') : 'voice.pause')}
        icon={paused ? Mic : Pause}
        autoFocus
        isDisabled={problem === 'longest'}
        onPress={() => void (paused ? recorder.start() : recorder.pause())}
      />
      <IconButton
        label={t('voice.send')}
        icon={SendHorizontal}
        iconSize={16}
        primary
        directional
        isDisabled={elapsedMs === 0 || problem === 'unreadable'}
        onPress={send}
      />
      <p className={styles.spoken} role="status">
        {t(paused ? 'voice.isPaused' : phase === 'recording' ? 'voice.isRecording' : 'voice.opens')}
      </p>
      <ConfirmDialog
        title={t('voice.discardTitle')}
        isOpen={asking}
        onClose={() => setAsking(false)}
        confirmLabel={t('voice.discardConfirm')}
        cancelLabel={t('voice.keep')}
        onConfirm={discard}
        danger
      >
        <p>{t('voice.discardText', { duration: formatDuration(elapsedMs) })}</p>
      </ConfirmDialog>
    </div>
  );
}
