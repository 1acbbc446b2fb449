// The stage of a group call of six, with names of all lengths; the pictures are painted.
import { useEffect, useState } from 'react';
import type { GroupSnapshot, Participant } from '../../../renderer/features/calls/group/groupTypes';
import { GroupView } from '../../../renderer/features/calls/group/GroupView';
import { AccountWindow } from '../fakeApp';
import { createFakeEngine, exampleWorld } from '../fakeEngine';
import { roomId } from '../fixtures';

/** A still picture as a stream, in one hue. */
function painted(hue: number, width = 640, height = 360): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const paint = canvas.getContext('2d');
  if (paint !== null) {
    paint.fillStyle = `hsl(${hue} 30% 35%)`;
    paint.fillRect(0, 0, width, height);
    paint.fillStyle = `hsl(${hue} 45% 60%)`;
    paint.beginPath();
    paint.arc(width / 2, height / 2, height / 4, 0, 7);
    paint.fill();
  }
  return canvas.captureStream(1);
}

const names = [
  'Tomas Okafor',
  'Priya Venn',
  'Odile Marchetti',
  'Wen Halloran',
  'Bartholomew Maximilian Fitzgerald-Oyelaran of the Northern Harbour Office',
  'Mara Lindqvist',
] as const;

function person(index: number): Participant {
  const userId = `@person${index}:home.example`;
  const seen = index < 3;
  return {
    key: `${userId} DEVICE`,
    userId,
    deviceId: 'DEVICE',
    name: names[index] ?? '',
    avatar: null,
    own: index === 5,
    leg: index === 3 ? 'connecting' : 'connected',
    camera: seen ? { stream: painted(40 + index * 80), muted: false } : null,
    screen: null,
    sound: null,
    screenSound: null,
    micMuted: index > 1,
    speaking: index === 0,
    handRaised: index === 1 || index === 4,
    reaction: index === 2 ? '👏' : null,
    connection: null,
  };
}

function call(change: Partial<GroupSnapshot> = {}): GroupSnapshot {
  const participants = names.map((_name, index) => person(index));
  return {
    groupCallId: 'call',
    roomId: roomId('studio'),
    roomName: 'Northline ferry wayfinding and signage programme',
    encrypted: true,
    type: 'm.video',
    isPtt: false,
    canEnd: true,
    state: 'entered',
    enteredMs: Date.now() - 24 * 60_000,
    micMuted: false,
    cameraOff: true,
    sharing: null,
    participants,
    activeSpeaker: participants[0]?.key ?? null,
    floor: null,
    floorUntilMs: null,
    notice: null,
    ...change,
  };
}

function Shown({ change }: { readonly change?: () => Partial<GroupSnapshot> }) {
  const [engine] = useState(() => createFakeEngine(exampleWorld()));
  const [shown, setShown] = useState<GroupSnapshot | null>(null);
  useEffect(() => setShown(call(change?.())), [change]);
  return (
    <AccountWindow engine={engine}>
      <div style={{ display: 'flex', height: '100vh' }}>
        {shown !== null && <GroupView call={shown} onInvite={() => undefined} />}
      </div>
    </AccountWindow>
  );
}

const sharedScreen = (): Partial<GroupSnapshot> => ({
  participants: names.map((_name, index) =>
    index === 1
      ? { ...person(index), screen: { stream: painted(200, 1280, 800), muted: false } }
      : person(index),
  ),
  sharing: { name: 'Northline signs, Pier 4', preset: 'text', audio: false, paused: false },
});
const walkieTalkie = (): Partial<GroupSnapshot> => ({
  isPtt: true,
  type: 'm.voice',
  micMuted: true,
  floor: person(4).key,
  notice: 'floor_taken',
});

export const groupGrid = { render: () => <Shown /> };
export const groupShared = { render: () => <Shown change={sharedScreen} /> };
export const groupTalk = { render: () => <Shown change={walkieTalkie} /> };
