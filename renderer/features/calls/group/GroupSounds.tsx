// The sound of the others in a group call, and of what they share. Apart from the pictures, so that it goes on whatever room is read; the
// element must not be muted, or the measure of who speaks stands still.
import { useEffect, useRef } from 'react';
import { useDevices } from '../useDevices';
import { useGroupState } from './context';
import { useVolume } from './volumes';

export function GroupSounds() {
  const { call } = useGroupState();
  return (call?.participants ?? []).flatMap(({ key, userId, sound, screenSound }) => [
    ...(sound === null ? [] : [<GroupSound key={key} stream={sound} userId={userId} />]),
    ...(screenSound === null
      ? []
      : [<GroupSound key={`${key} screen`} stream={screenSound} userId={userId} />]),
  ]);
}

function GroupSound({ stream, userId }: { readonly stream: MediaStream; readonly userId: string }) {
  const element = useRef<HTMLAudioElement>(null);
  const volume = useVolume(userId);
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
    void element.current?.setSinkId(speakerId ?? '').catch(() => undefined);
  }, [speakerId]);
  useEffect(() => {
    if (element.current !== null) element.current.volume = volume;
  }, [volume]);
  return <audio ref={element} autoPlay />;
}
