// The stage of a group call: of six with names of all lengths, of twelve, of one; what its menus offer. The pictures are painted.
import { useEffect, useState } from 'react';
import type { CallSnapshot, Participant } from '../../../renderer/features/calls/callTypes';
import { CallStage } from '../../../renderer/features/calls/stage/CallStage';
import { painted } from '../callPictures';
import { groupCall, groupPerson, talkOnly } from '../callSnapshots';
import { ChatBeside } from '../ChatBeside';
import { usePresses } from '../presses';
import { AccountWindow } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';

const names = Array.from({ length: 6 }, (_one, index) => index);

function person(index: number): Participant {
  const camera = index < 3 ? { stream: painted(40 + index * 80), muted: false } : null;
  return { ...groupPerson(index), camera };
}

const call = (change: Partial<CallSnapshot> = {}): CallSnapshot =>
  groupCall({ participants: names.map(person), ...change });

interface ShownProps {
  readonly change?: () => Partial<CallSnapshot>;
  readonly press?: readonly string[];
}

function Shown({ change, press = [] }: ShownProps) {
  const [engine] = useState(() => createFakeEngine(exampleWorld()));
  const [shown, setShown] = useState<CallSnapshot | null>(null);
  useEffect(() => setShown(call(change?.())), [change]);
  usePresses(press);
  return (
    <AccountWindow engine={engine}>
      <div style={{ display: 'flex', height: '100vh' }}>
        {shown !== null && (
          <CallStage call={shown} chat={<ChatBeside />} onInvite={() => undefined} />
        )}
      </div>
    </AccountWindow>
  );
}

const sharedScreen = (muted = false): Partial<CallSnapshot> => ({
  participants: names.map((_name, index) =>
    index === 1
      ? { ...person(index), screen: { stream: painted(200, 1280, 800), muted } }
      : person(index),
  ),
  sharing: { name: 'Northline signs, Pier 4', preset: 'text', audio: false, paused: false },
});
const paused = () => sharedScreen(true);
const walkieTalkie = (): Partial<CallSnapshot> => ({
  ...talkOnly,
  micMuted: true,
  floor: person(4).key,
  notice: 'floor_taken',
});

const twelve = (): Partial<CallSnapshot> => ({
  participants: Array.from({ length: 12 }, (_one, index) => ({
    ...person(index % 6),
    key: `person ${index}`,
    userId: `@person${index}:home.example`,
    own: index === 11,
    handRaised: false,
  })),
});
const alone = (): Partial<CallSnapshot> => ({ participants: [person(5)], activeSpeaker: null });
const failed = (): Partial<CallSnapshot> => ({
  participants: [
    { ...person(3), leg: 'failed' },
    { ...person(4), leg: 'left_out' },
    { ...person(2), leg: 'refused', camera: null },
    { ...person(0), name: 'ليلى المنصوري' },
    person(5),
  ],
  notice: 'leg_failed',
});
const leftOut = (): Partial<CallSnapshot> => ({
  participants: [
    { ...person(0), leg: 'left_out', camera: null },
    { ...person(1), listens: true, micMuted: true },
    { ...person(3), leg: 'connected', listens: true, micMuted: true },
    person(5),
  ],
});
const talking = (): Partial<CallSnapshot> => ({
  ...talkOnly,
  floor: person(5).key,
  floorUntilMs: Date.now() + 12_000,
});
const floorFree = (): Partial<CallSnapshot> => ({ ...talkOnly, micMuted: true });
const spotlight = ['Spotlight'];
const more = ['More'];
const ofTile = ['More for Priya Venn'];
const ofLeftOut = ['More for Tomas Okafor'];
const react = ['React'];

export const groupGrid = { render: () => <Shown /> };
export const groupSpotlight = { render: () => <Shown press={spotlight} /> };
export const groupMenu = { render: () => <Shown press={more} /> };
export const groupTileMenu = { render: () => <Shown press={ofTile} /> };
export const groupReact = { render: () => <Shown press={react} /> };
export const groupTwelve = { render: () => <Shown change={twelve} /> };
export const groupTwelveSpot = { render: () => <Shown change={twelve} press={spotlight} /> };
export const groupAlone = { render: () => <Shown change={alone} /> };
export const groupFailed = { render: () => <Shown change={failed} /> };
export const groupTalking = { render: () => <Shown change={talking} /> };
export const groupFloorFree = { render: () => <Shown change={floorFree} /> };
export const groupShared = { render: () => <Shown change={sharedScreen} /> };
export const groupPaused = { render: () => <Shown change={paused} /> };
export const groupTalk = { render: () => <Shown change={walkieTalkie} /> };
export const groupLeftOut = { render: () => <Shown change={leftOut} press={ofLeftOut} /> };
export const groupOthersLeft = {
  render: () => <Shown change={() => ({ ...alone(), othersLeft: true })} />,
};
