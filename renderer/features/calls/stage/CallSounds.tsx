// Plays the sound of the other participants in every call and of the screens that they share, and handles the keys for calls.
import type { CallSnapshot } from '../callTypes';
import { useCallsAtOnce } from '../context';
import { useMediaKeys } from '../keys/useMediaKeys';
import { useTalkKey } from '../keys/useTalkKey';
import { useVolume } from '../pictures/volumes';
import { Sound } from './Sound';

export function CallSounds() {
  const { calls } = useCallsAtOnce();
  useMediaKeys();
  useTalkKey();
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
