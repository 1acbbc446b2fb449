// Plays one stream in an audio element of its own, apart from the pictures, so that it goes on whatever room is shown. The element must
// never be muted: that would also stop the speech detection.
import { useEffect, useRef } from 'react';
import { useDevices } from '../devices/useDevices';

export interface SoundProps {
  readonly stream: MediaStream;
  /** 0 to 1. */
  readonly volume: number;
}

export function Sound({ stream, volume }: SoundProps) {
  const element = useRef<HTMLAudioElement>(null);
  const { speakerId } = useDevices();
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
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    const play = (id: string): void => void element.current?.setSinkId(id).catch(() => undefined);
    /** A speaker that was pulled out stays silent until another one is set. */
    const again = async (): Promise<void> => {
      const all = (await devices?.enumerateDevices().catch(() => [])) ?? [];
      play(all.some(({ deviceId }) => deviceId === speakerId) ? (speakerId ?? '') : '');
    };
    play(speakerId ?? '');
    if (speakerId === null) return;
    const onChange = (): void => void again();
    devices?.addEventListener('devicechange', onChange);
    return () => devices?.removeEventListener('devicechange', onChange);
  }, [speakerId]);
  useEffect(() => {
    if (element.current !== null) element.current.volume = volume;
  }, [volume]);
  return <audio ref={element} autoPlay />;
}
