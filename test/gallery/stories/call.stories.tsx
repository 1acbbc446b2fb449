// A call between two in each of its states, what floats and opens around it, and the check of devices. The pictures are painted.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CallCenter, CallsState } from '../../../renderer/features/calls/center';
import type { CallSnapshot } from '../../../renderer/features/calls/callTypes';
import { CheckDialog } from '../../../renderer/features/calls/devices/CheckDialog';
import { CallsContext } from '../../../renderer/features/calls/context';
import { FloatingCalls } from '../../../renderer/features/calls/stage/floating/FloatingCalls';
import { PopOutCall } from '../../../renderer/features/calls/stage/floating/PopOutCall';
import { CallStage } from '../../../renderer/features/calls/stage/CallStage';
import { SharePicker } from '../../../renderer/features/calls/share/SharePicker';
import { captureSources, painted } from '../callPictures';
import { directCall, type DirectChange } from '../callSnapshots';
import { AccountWindow, type FakeShell } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { people, roomId } from '../fixtures';
import { ChatBeside } from '../ChatBeside';
import { usePresses } from '../presses';
import { inTurn } from './steps';

type Change = DirectChange;

const video = (): Change => ({
  media: 'video',
  cameraOff: false,
  own: { camera: { stream: painted(200), muted: false } },
  other: { camera: { stream: painted(40), muted: false } },
});

/** Answers nothing: what is drawn is what there is. */
const still = (state: CallsState): CallCenter =>
  ({
    get: () => state,
    subscribe: () => () => undefined,
    subscribeAtOnce: () => () => undefined,
    session: () => null,
    open: () => undefined,
    dismiss: () => undefined,
  }) as unknown as CallCenter;

function Around({
  state,
  children,
}: {
  readonly state: () => CallsState;
  readonly children: ReactNode;
}) {
  const [engine] = useState(() =>
    createFakeEngine({
      ...exampleWorld(),
      ignored: [people.tomas.userId],
      identityTrust: { [people.long.userId]: 'changed' },
    }),
  );
  const [center] = useState(() => still(state()));
  return (
    <AccountWindow engine={engine} onShell={offer}>
      <CallsContext value={center}>{children}</CallsContext>
    </AccountWindow>
  );
}

const offer = (shell: FakeShell): void => {
  shell.captureSources = captureSources();
};

const none = (): CallsState => ({ calls: [], openCallId: null, joining: null, failed: null });

interface ShownProps {
  readonly change: () => Change;
  /** Names of buttons and menu entries, pressed one after the other. */
  readonly press?: readonly string[];
}

function Shown({ change, press = [] }: ShownProps) {
  const [call] = useState(() => directCall(change()));
  usePresses(press);
  return (
    <Around
      state={() => ({ ...none(), calls: [call, directCall({ callId: 'other', name: 'Odile' })] })}
    >
      <div style={{ display: 'flex', height: '100vh' }}>
        <CallStage call={call} chat={<ChatBeside />} onInvite={null} />
      </div>
    </Around>
  );
}

const story = (change: () => Change, press?: readonly string[]) => ({
  render: () => <Shown change={change} {...(press === undefined ? {} : { press })} />,
});

const ended = (problem: CallSnapshot['problem']): Change => ({
  state: 'ended',
  startedMs: null,
  problem,
});
const screen = () => ({ stream: painted(260, 1280, 800), muted: false });
const share = { name: people.long.name, preset: 'text', audio: true, paused: false } as const;

/** A good line, read once a second. */
function readable(): RTCPeerConnection {
  let seconds = 0;
  // It is looked at once some readings are drawn.
  const stir = setInterval(() => document.body.toggleAttribute('data-reading'), 400);
  const rows = () => {
    seconds += 1;
    if (seconds > 7) clearInterval(stir);
    const timestamp = seconds * 1000;
    const sound = { kind: 'audio', timestamp, codecId: 'opus' };
    const bytes = seconds * 4_000 + Math.round(900 * Math.sin(seconds));
    return new Map<string, object>([
      ['opus', { id: 'opus', type: 'codec', mimeType: 'audio/opus' }],
      [
        'in',
        {
          ...{ ...sound, id: 'in', type: 'inbound-rtp', jitter: 0.006, bytesReceived: bytes },
          ...{ packetsReceived: seconds * 50, packetsLost: Math.floor(seconds / 4) },
          ...{ totalSamplesReceived: seconds * 48_000, totalSamplesDuration: seconds },
          concealedSamples: seconds * 96,
        },
      ],
      ['out', { ...sound, id: 'out', type: 'outbound-rtp', bytesSent: bytes, packetsSent: 50 }],
      ['here', { id: 'here', type: 'local-candidate', candidateType: 'host', protocol: 'udp' }],
      [
        'pair',
        {
          ...{ id: 'pair', type: 'candidate-pair', nominated: true, localCandidateId: 'here' },
          currentRoundTripTime: 0.034 + 0.006 * Math.sin(seconds * 2),
        },
      ],
    ]);
  };
  return {
    connectionState: 'connected',
    getStats: () => Promise.resolve(rows()),
  } as unknown as RTCPeerConnection;
}

export const callVoice = story(() => ({ other: { speaking: true } }));
export const callVideo = story(video);
export const callMuted = story(() => ({
  ...video(),
  micMuted: true,
  other: { camera: { stream: painted(40), muted: false }, micMuted: true },
}));
export const callCameraOff = story(() => ({ ...video(), other: {}, cameraOff: true }));
export const callRinging = story(() => ({ state: 'invite_sent', startedMs: null }));
export const callOpening = story(() => ({ state: 'wait_local_media', startedMs: null }));
export const callOnHold = story(() => ({ ...video(), onHold: true }));
export const callHeld = story(() => ({ heldByOther: true }));
export const callLost = story(() => ({ ...video(), reconnecting: true }));
export const callLongName = story(() => ({ name: people.long.name, heldByOther: true }));
export const callRtlName = story(() => ({
  name: people.arabic.name,
  other: { micMuted: true },
}));
export const callOwnScreen = story(() => ({
  ...video(),
  sharing: share,
  own: { camera: { stream: painted(200), muted: false }, screen: screen() },
}));
export const callOwnScreenHeld = story(() => ({ ...video(), sharing: share, onHold: true }));
export const callOtherScreen = story(() => ({
  ...video(),
  other: { camera: { stream: painted(40), muted: false }, screen: screen() },
}));
export const callOtherScreenPaused = story(() => ({
  ...video(),
  other: { camera: { stream: painted(40), muted: false }, screen: { ...screen(), muted: true } },
}));
export const callScreenChat = story(
  () => ({
    ...video(),
    other: { camera: { stream: painted(40), muted: false }, screen: screen() },
  }),
  ['Show the chat'],
);
export const callMenu = story(video, ['More']);
export const callPad = story(() => ({}), ['More', 'Show keypad', 'Tone 4', 'Tone 2']);
export const callTransfer = story(() => ({}), ['More', 'Transfer…']);
export const callChat = story(() => ({ other: { speaking: true } }), ['Show the chat']);
export const callQuality = story(() => ({ other: { connection: readable() } }), ['Call quality']);
export const callHandover = story(() => ({
  handover: {
    userId: people.long.userId,
    name: people.long.name,
    newCallId: 'next',
    calls: true,
    roomId: null,
    accepted: false,
  },
}));
export const callHandoverBlocked = story(() => ({
  handover: {
    ...{ userId: people.tomas.userId, name: people.tomas.name, newCallId: 'next' },
    ...{ calls: true, roomId: null, accepted: false },
  },
}));
export const callHandedOver = story(() => ({
  ...ended('handed_over'),
  askedFor: people.tomas.name,
}));
export const callIdentity = story(() => ended('identity_changed'));
export const callAsked = story(() => ({ askedFor: people.tomas.name }));
export const callAskedLapsed = story(() => ({ askedFor: people.tomas.name, askedLapsed: true }));
export const callNotice = story(() => ({ notice: 'camera_refused' }));
export const callNoTurn = story(() => ended('no_connection_no_turn'));
export const callNoMicrophone = story(() => ended('no_microphone'));
export const callRefused = story(() => ended('microphone_refused'));
export const callUnanswered = story(() => ({
  ...{ direction: 'in', state: 'wait_local_media', startedMs: null },
  unanswered: 'no_microphone',
}));
export const callListens = story(() => ({ other: { listens: true, micMuted: true } }));
export const callListensSeen = story(() => ({
  ...video(),
  other: { ...video().other, listens: true, micMuted: true },
}));
export const callOnlyVerified = story(() => ended('only_verified'));
export const callOtherSide = story(() => ended('other_side'));
export const callDeclined = story(() => ended('declined'));
export const callBusy = story(() => ended('busy'));

const floating = (state: () => CallsState) => ({
  render: () => (
    <Around state={state}>
      <FloatingCalls />
    </Around>
  ),
});
export const callFloats = floating(() => ({
  ...none(),
  calls: [
    directCall(video()),
    directCall({ callId: 'held', name: people.long.name, onHold: true }),
    directCall({ callId: 'gone', ...ended('no_connection') }),
  ],
}));
export const callListenInstead = floating(() => ({
  ...{ ...none(), failed: 'no_microphone' },
  way: { joins: true, listen: () => undefined },
}));
export const callDeclinedCard = floating(() => ({
  ...none(),
  calls: [directCall({ ...ended('declined'), media: 'video' })],
}));
export const callHeldBack = floating(() => ({
  ...{ ...none(), failed: 'identity_changed' },
  way: {
    accept: {
      ...{ userId: people.long.userId, name: people.long.name, roomId: roomId('dm-priya') },
      ...{ act: 'answer', again: () => undefined },
    },
  },
}));
export const callFailed = floating(() => ({ ...none(), failed: 'not_allowed' }));

export const callCheck = {
  render: () => (
    <Around state={none}>
      <CheckDialog onClose={() => undefined} />
    </Around>
  ),
};
export const sharePicker = {
  render: () => (
    <Around state={none}>
      <SharePicker onClose={() => undefined} onShare={async () => true} />
    </Around>
  ),
};
const toWindows = (): boolean => {
  const tab = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith('Windows'),
  );
  tab?.click();
  return tab !== undefined;
};
function PickerOfWindows() {
  useEffect(() => inTurn([toWindows]), []);
  return (
    <Around state={none}>
      <SharePicker onClose={() => undefined} onShare={async () => true} />
    </Around>
  );
}
export const sharePickerWindows = { render: () => <PickerOfWindows /> };

/** One screen and one window, without pictures of them. */
const offerOne = (shell: FakeShell): void => {
  const [screenOne, , window] = captureSources();
  shell.captureSources = [screenOne, window].flatMap((one) =>
    one === undefined ? [] : [{ ...one, thumbnail: null }],
  );
};
export const sharePickerOne = {
  render: () => (
    <AccountWindow engine={createFakeEngine(exampleWorld())} onShell={offerOne}>
      <SharePicker onClose={() => undefined} onShare={async () => true} />
    </AccountWindow>
  ),
};

const presses = ['Open in a window of its own'];

/** Its window stands in a frame, as large as it is at first. */
function OwnWindow({ change }: { readonly change: () => Change }) {
  const [call] = useState(() => directCall(change()));
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    window.open = () => frame.current?.contentWindow ?? null;
  }, []);
  usePresses(presses);
  return (
    <Around state={() => ({ ...none(), calls: [call] })}>
      <FloatingCalls />
      <PopOutCall />
      <iframe ref={frame} title="own window" style={{ width: 480, height: 320, border: 0 }} />
    </Around>
  );
}
export const callOwnWindow = { render: () => <OwnWindow change={video} /> };
export const callOwnWindowScreen = {
  render: () => (
    <OwnWindow
      change={() => ({
        ...video(),
        other: { camera: { stream: painted(40), muted: false }, screen: screen() },
      })}
    />
  ),
};
export const callOwnWindowFace = { render: () => <OwnWindow change={() => ({})} /> };
