// The sound of the other side, and of the screen that it shares.
import { useCallsState } from './context';
import { Sound } from './Sound';

export function CallSounds() {
  const { calls } = useCallsState();
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
