// Plays the sound of the other participants in every call and of the screens that they share, and the tone while the other side is called.
import { useEffect } from 'react';
import type { CallSnapshot } from '../callTypes';
import { useCallsAtOnce } from '../context';
import { useVolume } from '../pictures/volumes';
import { playTone } from '../ring/ringTone';
import { Sound } from './Sound';

export function CallSounds() {
  const { calls } = useCallsAtOnce();
  const waiting = calls.some(({ state }) => state === 'invite_sent');
  useEffect(() => (waiting ? playTone('outgoing') : undefined), [waiting]);
  return calls.flatMap((call) =>
    call.state === 'ended'
      ? []
      : call.participants.flatMap(({ key, userId, sound, screenSound }) =>
          [sound, screenSound].map((stream, index) =>
            stream === null ? null : (
              <OneSound
                key={`${call.callId} ${key} ${index}`}
                call={call}
                userId={userId}
                stream={stream}
              />
            ),
          ),
        ),
  );
}

interface OneSoundProps {
  readonly call: CallSnapshot;
  readonly userId: string;
  readonly stream: MediaStream;
}

/** Plays one participant's sound; in group calls at the volume that the person chose for them. */
function OneSound({ call, userId, stream }: OneSoundProps) {
  const [chosen] = useVolume(userId);
  return <Sound stream={stream} volume={call.onHold ? 0 : call.can.many ? chosen : 1} />;
}
