// Calls of two and of many as the screens see them, for stories and tests.
import type {
  CallAbilities,
  CallSnapshot,
  Participant,
} from '../../renderer/features/calls/callTypes';
import { people, roomId } from './fixtures';

const quiet: Participant = {
  key: 'own',
  userId: '@mara:home.example',
  name: 'Mara Lindqvist',
  avatar: null,
  own: true,
  leg: 'connected',
  camera: null,
  screen: null,
  sound: null,
  screenSound: null,
  micMuted: false,
  listens: false,
  speaking: false,
  handRaised: false,
  reaction: null,
  connection: null,
  measured: null,
};

const can: CallAbilities = {
  hold: true,
  tones: true,
  transfer: true,
  pushToTalk: false,
  camera: true,
  media: true,
  gestures: false,
  many: false,
  endForAll: false,
};

const base: CallSnapshot = {
  callId: 'call',
  roomId: roomId('dm-priya'),
  userId: people.priya.userId,
  name: people.priya.name,
  avatar: null,
  direction: 'out',
  state: 'connected',
  reconnecting: false,
  media: 'voice',
  encrypted: null,
  startedMs: null,
  can,
  micMuted: false,
  cameraOff: true,
  sharing: null,
  participants: [],
  activeSpeaker: null,
  onHold: false,
  heldByOther: false,
  floor: null,
  floorUntilMs: null,
  askedFor: null,
  askedLapsed: false,
  handover: null,
  endReason: null,
  problem: null,
  notice: null,
  unanswered: null,
  othersLeft: false,
  rings: false,
};

/** Changes to a voice call's snapshot, of the call and of its two sides. */
export interface DirectChange extends Partial<CallSnapshot> {
  readonly own?: Partial<Participant>;
  readonly other?: Partial<Participant>;
}

/** With sound, for four minutes. */
export function directCall({ own, other, ...change }: DirectChange = {}): CallSnapshot {
  const { userId, name } = { ...base, ...change };
  const them = { ...quiet, key: 'other', userId: userId ?? '', name, own: false };
  return {
    ...base,
    startedMs: Date.now() - 247_000,
    participants: [
      { ...quiet, ...own },
      { ...them, ...other },
    ],
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
    ...quiet,
    key: `${userId} DEVICE`,
    userId,
    name: names[index] ?? '',
    own: index === 5,
    leg: index === 3 ? 'connecting' : 'connected',
    micMuted: index > 1,
    speaking: index === 0,
    handRaised: index === 1 || index === 4,
    reaction: index === 2 ? '👏' : null,
  };
}

/** Six people, the first of whom speaks. */
export function groupCall(change: Partial<CallSnapshot> = {}): CallSnapshot {
  const participants = names.map((_name, index) => groupPerson(index));
  return {
    ...base,
    roomId: roomId('studio'),
    userId: null,
    name: 'Northline ferry wayfinding and signage programme',
    encrypted: true,
    media: 'video',
    can: manyCan,
    startedMs: Date.now() - 24 * 60_000,
    participants,
    activeSpeaker: participants[0]?.key ?? null,
    ...change,
  };
}

const manyCan: CallAbilities = {
  ...can,
  hold: false,
  tones: false,
  transfer: false,
  gestures: true,
  many: true,
  endForAll: true,
};

/** The changes by push to talk. */
export const talkOnly: Partial<CallSnapshot> = {
  media: 'voice',
  can: { ...manyCan, pushToTalk: true },
};
