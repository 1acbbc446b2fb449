// Microphone, camera and the end of the running call by keys, from wherever the person is; and the words of what a key has done.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import spoken from '#ui/styles/Spoken.module.css';
import type { CallSnapshot } from '../callTypes';
import { leadingOf } from '../centers';
import { useCallCenter, useCallsState } from '../context';
import { useCallPress } from './useCallPress';
import { useMediaKeys } from './useMediaKeys';
import { useTalkKey } from './useTalkKey';

/** Says something to a screen reader. */
export type Say = (words: string) => void;

/** The same words twice are said twice. */
export function useSaid(): { readonly say: Say; readonly said: ReactNode } {
  const [last, setLast] = useState({ words: '', count: 0 });
  return {
    say: (words) => setLast(({ count }) => ({ words, count: count + 1 })),
    said: (
      <p className={spoken.spoken} role="status">
        <span key={last.count}>{last.words}</span>
      </p>
    ),
  };
}

/** The keys of a headset, and the key that is held to talk. */
export function LeadingKeys() {
  useMediaKeys();
  useTalkKey();
  return null;
}

export function CallKeys({ say }: { readonly say: Say }) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const call = leadingOf(useCallsState().calls, (one) => one);
  const session = call === undefined ? null : (center?.session(call.callId) ?? null);
  const now = (): CallSnapshot | undefined => session?.snapshot();
  useCallPress(
    call === undefined || session === null
      ? {}
      : {
          mute() {
            if (call.can.pushToTalk) return say(t('groupCalls.talk'));
            if (call.unanswered !== null) return;
            void session.setMicrophone(call.micMuted).then(() => {
              say(t(now()?.micMuted === true ? 'calls.keys.muted' : 'calls.keys.unmuted'));
            });
          },
          camera() {
            if (call.can.pushToTalk) return say(t('groupCalls.talk'));
            if (!call.can.camera) return say(t('calls.notYet'));
            void session.setCamera(call.cameraOff).then(() => {
              say(t(now()?.cameraOff === true ? 'calls.keys.cameraOff' : 'calls.keys.cameraOn'));
            });
          },
          hangUp() {
            session.hangUp();
            say(t(call.can.many ? 'calls.keys.left' : 'calls.keys.ended'));
          },
        },
  );
  return null;
}
