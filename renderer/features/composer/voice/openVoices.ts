// Knows in which conversations a voice message replaces the field, and offers recordings that the engine has kept. The recorders themselves
// are made in the chunk of `VoiceBar`.
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useWindowState } from '#app/context';
import { useValue } from '#app/hooks';
import { createCell } from '#app/windowState';
import type { ConversationId } from '#contract/areas/ids';
import type { KeptRecording } from '#contract/areas/files/recordings';
import type { VoiceRecorder } from './recorder';

/** Voice messages of one window. A key stands for an account and a conversation. */
function createVoices() {
  const open = createCell<ReadonlySet<string>>(new Set());
  return {
    subscribe: open.subscribe,
    isOpen: (key: string): boolean => open.get().has(key),
    setOpen(key: string, on: boolean): void {
      const next = new Set(open.get());
      if (on) next.add(key);
      else next.delete(key);
      open.set(next);
    },
    recorders: new Map<string, VoiceRecorder>(),
    /** The recorder that records now; only one does at a time. */
    recording: { current: null as VoiceRecorder | null },
    /** Recordings that an earlier window left, by key, until the bar takes them. */
    offered: new Map<string, KeptRecording>(),
    /** Ids of the recordings that this window has or had; the engine may offer them again after a restart. */
    known: new Set<string>(),
  };
}

export type Voices = ReturnType<typeof createVoices>;

export const useVoices = (): Voices => useWindowState(createVoices);

/** Also opens the bar for a recording that a reloaded or closed window has left in the conversation. */
export function useVoiceOpen(key: string, conversation: ConversationId): boolean {
  const voices = useVoices();
  const isOpen = useSyncExternalStore(
    voices.subscribe,
    useCallback(() => voices.isOpen(key), [voices, key]),
  );
  const waiting = useValue('waitingRecording', conversation).value?.recording ?? null;
  useEffect(() => {
    if (isOpen || waiting === null || voices.known.has(waiting.recordingId)) return;
    voices.offered.set(key, waiting);
    voices.setOpen(key, true);
  }, [isOpen, waiting, voices, key]);
  return isOpen;
}
