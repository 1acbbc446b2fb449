// Knows in which conversations a voice message replaces the field, and offers recordings that the engine has kept. The recorders themselves
// are in the chunk of `VoiceBar`, by account and conversation.
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useValue } from '#app/hooks';
import type { ConversationId } from '#contract/areas/ids';
import type { KeptRecording } from '#contract/areas/files/recordings';

const open = new Set<string>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function setVoiceOpen(key: string, on: boolean): void {
  if (on) open.add(key);
  else open.delete(key);
  listeners.forEach((listener) => listener());
}

/** Recordings that an earlier window left, by key, until the bar takes them. */
const offered = new Map<string, KeptRecording>();
/** Ids of the recordings that this window has or had; the engine may offer them again after a restart. */
const known = new Set<string>();

export const knowRecording = (recordingId: string): void => void known.add(recordingId);

export const offeredIn = (key: string): KeptRecording | null => offered.get(key) ?? null;

export function takeOffered(key: string): void {
  offered.delete(key);
}

/** Also opens the bar for a recording that a reloaded or closed window has left in the conversation. */
export function useVoiceOpen(key: string, conversation: ConversationId): boolean {
  const isOpen = useSyncExternalStore(
    subscribe,
    useCallback(() => open.has(key), [key]),
  );
  const waiting = useValue('waitingRecording', conversation).value?.recording ?? null;
  useEffect(() => {
    if (isOpen || waiting === null || known.has(waiting.recordingId)) return;
    offered.set(key, waiting);
    setVoiceOpen(key, true);
  }, [isOpen, waiting, key]);
  return isOpen;
}
