// Calls of two and of many as the screens see them, for stories and tests.
import type { CallSnapshot } from '../../renderer/features/calls/callTypes';
import type { GroupSnapshot, Participant } from '../../renderer/features/calls/mesh/groupTypes';
import { people, roomId } from './fixtures';

/** With sound, for four minutes. */
export function directCall(change: Partial<CallSnapshot> = {}): CallSnapshot {
  return {
    callId: 'call',
    roomId: roomId('dm-priya'),
    userId: people.priya.userId,
    name: people.priya.name,
    avatar: null,
    direction: 'out',
    state: 'connected',
    reconnecting: false,
    media: 'voice',
    connectedMs: Date.now() - 247_000,
    micMuted: false,
    cameraOff: true,
    onHold: false,
    heldByOther: false,
    otherMicMuted: false,
    otherSpeaking: false,
    canTone: true,
    canTransfer: true,
    askedFor: null,
    handover: null,
    ownCamera: null,
    otherCamera: null,
    otherScreen: null,
    sharing: null,
    ownScreen: null,
    sound: null,
    screenSound: null,
    connection: null,
    measured: null,
    endReason: null,
    problem: null,
    notice: null,
    ...change,
  };
}

const names = [
  'Tomas Okafor',
  'Priya Venn',
  'Odile Marchetti',
  'Wen Halloran',
  'Bartholomew Maximilian Fitzgerald-Oyelaran of the Northern Harbour Office',
  'Mara Lindqvist',
] as const;

/** The sixth is ourselves; three are seen. */
export function groupPerson(index: number): Participant {
  const userId = `@person${index}:home.example`;
  return {
    key: `${userId} DEVICE`,
    userId,
    deviceId: 'DEVICE',
    name: names[index] ?? '',
    avatar: null,
    own: index === 5,
    leg: index === 3 ? 'connecting' : 'connected',
    camera: null,
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

/** Six people, the first of whom speaks. */
export function groupCall(change: Partial<GroupSnapshot> = {}): GroupSnapshot {
  const participants = names.map((_name, index) => groupPerson(index));
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
