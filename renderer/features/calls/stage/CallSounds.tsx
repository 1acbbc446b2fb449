// The sound of the other side, and of the screen that it shares, and the keys that are meant for it.
import { useCallsAtOnce } from '../context';
import { Sound } from './Sound';
import { useMediaKeys } from '../keys/useMediaKeys';
import { useTalkKey } from '../keys/useTalkKey';

export function CallSounds() {
  const { calls } = useCallsAtOnce();
  useMediaKeys();
  useTalkKey();
  return calls.flatMap(({ callId, sound, screenSound, onHold, state }) =>
    state === 'ended'
      ? []
      : [sound, screenSound].map((stream, index) =>
          stream === null ? null : (
            <Sound key={`${callId} ${index}`} stream={stream} volume={onHold ? 0 : 1} />
          ),
        ),
  );
}
