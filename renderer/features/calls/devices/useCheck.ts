// Opens camera and microphone to look at them, apart from any call: the picture, how loud it is, a sound for the speaker, the way back of our
// own voice. Everything is closed when the check is.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useShell } from '#app/context';
import { resultOf } from '#app/result';

export interface Check {
  readonly picture: MediaStream | null;
  /** 0 to 1; null while there is no microphone. */
  readonly level: number | null;
  /** Something was heard since it was opened. */
  readonly heard: boolean;
  readonly microphoneRefused: boolean;
  readonly cameraRefused: boolean;
  readonly looping: boolean;
  setLooping(on: boolean): void;
  /** Resolves when the sound is over. */
  playTone(speakerId: string | null): Promise<void>;
}

export interface CheckChoices {
  readonly microphoneId: string | null;
  readonly cameraId: string | null;
  readonly speakerId: string | null;
  readonly suppressNoise: boolean;
  /** The call keeps what main has lent. */
  readonly inCall: boolean;
}

const levelMs = 100;
/** A level above the noise of a quiet room. */
const heardFrom = 0.02;
const toneMs = 1_200;

const stop = (stream: MediaStream | null): void =>
  stream?.getTracks().forEach((track) => track.stop());

const exactly = (id: string | null): MediaTrackConstraints =>
  id === null ? {} : { deviceId: { exact: id } };

export function useCheck(choices: CheckChoices): Check {
  const { microphoneId, cameraId, speakerId, suppressNoise, inCall } = choices;
  const shell = useShell();
  const [picture, setPicture] = useState<MediaStream | null>(null);
  const [sound, setSound] = useState<MediaStream | null>(null);
  const [level, setLevel] = useState<number | null>(null);
  const [heard, setHeard] = useState(false);
  const [refused, setRefused] = useState({ microphone: false, camera: false });
  const [looping, setLooping] = useState(false);
  const loop = useRef<HTMLAudioElement | null>(null);

  const open = useCallback(
    async (kind: 'microphone' | 'camera', constraints: MediaStreamConstraints) => {
      const wants = { microphone: kind === 'microphone', camera: kind === 'camera' };
      const answer = await resultOf(shell.call('requestMedia', wants));
      const granted = answer.ok && answer.output[kind] === 'granted';
      const stream = granted
        ? await navigator.mediaDevices.getUserMedia(constraints).catch(() => null)
        : null;
      setRefused((before) => ({ ...before, [kind]: stream === null }));
      return stream;
    },
    [shell],
  );

  useEffect(() => {
    let ended = false;
    let mine: MediaStream | null = null;
    void open('camera', { video: { ...exactly(cameraId), width: 640, height: 360 } }).then(
      (stream) => {
        mine = stream;
        if (ended) return stop(stream);
        setPicture(stream);
      },
    );
    return () => {
      ended = true;
      stop(mine);
      setPicture(null);
    };
  }, [open, cameraId]);

  useEffect(() => {
    let ended = false;
    let mine: MediaStream | null = null;
    const audio = { ...exactly(microphoneId), noiseSuppression: suppressNoise };
    void open('microphone', { audio }).then((stream) => {
      mine = stream;
      if (ended) return stop(stream);
      setSound(stream);
    });
    return () => {
      ended = true;
      stop(mine);
      setSound(null);
      setLevel(null);
    };
  }, [open, microphoneId, suppressNoise]);

  useEffect(() => {
    if (sound === null) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(sound).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, one) => sum + one * one, 0) / samples.length;
      const now = Math.min(1, Math.sqrt(power) * 3);
      setLevel(now);
      if (now > heardFrom) setHeard(true);
    }, levelMs);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [sound]);

  useEffect(() => {
    if (!looping || sound === null) return;
    const audio = new Audio();
    loop.current = audio;
    audio.srcObject = sound;
    void audio.setSinkId(speakerId ?? '').catch(() => undefined);
    audio.play().catch(() => undefined);
    return () => {
      audio.srcObject = null;
      loop.current = null;
    };
  }, [looping, sound, speakerId]);

  useEffect(
    () => () => {
      if (!inCall) void resultOf(shell.call('releaseMedia', {}));
    },
    [shell, inCall],
  );

  return {
    picture,
    level,
    heard,
    microphoneRefused: refused.microphone,
    cameraRefused: refused.camera,
    looping,
    setLooping,
    async playTone(speaker) {
      const context = new AudioContext();
      const out = context.createMediaStreamDestination();
      const tone = context.createOscillator();
      const gain = context.createGain();
      gain.gain.setValueAtTime(0.2, context.currentTime);
      gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + toneMs / 1000);
      tone.frequency.value = 523;
      tone.connect(gain).connect(out);
      const audio = new Audio();
      audio.srcObject = out.stream;
      await audio.setSinkId(speaker ?? '').catch(() => undefined);
      await audio.play().catch(() => undefined);
      tone.start();
      await new Promise((resolve) => setTimeout(resolve, toneMs));
      tone.stop();
      audio.srcObject = null;
      await context.close();
    },
  };
}
