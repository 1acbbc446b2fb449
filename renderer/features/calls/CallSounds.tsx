// The sound of the other side. It stands apart from the pictures, so that it goes on whatever room is read. An element that is muted would
// also silence the measure of who speaks.
import { useEffect, useRef } from 'react';
import { useCallsState } from './context';
import { useDevices } from './useDevices';

export function CallSounds() {
  const { calls } = useCallsState();
  const { speakerId } = useDevices();
  return calls.map(({ callId, sound, onHold, state }) =>
    sound === null || state === 'ended' ? null : (
      <Sound key={callId} stream={sound} silent={onHold} speakerId={speakerId} />
    ),
  );
}

interface SoundProps {
  readonly stream: MediaStream;
  readonly silent: boolean;
  readonly speakerId: string | null;
}

function Sound({ stream, silent, speakerId }: SoundProps) {
  const element = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const audio = element.current;
    if (audio === null) return;
    audio.srcObject = stream;
    audio.play().catch(() => undefined);
    return () => {
      audio.srcObject = null;
    };
  }, [stream]);
  useEffect(() => {
    void element.current?.setSinkId(speakerId ?? '').catch(() => undefined);
  }, [speakerId]);
  useEffect(() => {
    if (element.current !== null) element.current.volume = silent ? 0 : 1;
  }, [silent]);
  return <audio ref={element} autoPlay />;
}
