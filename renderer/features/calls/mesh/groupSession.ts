// One GroupCall as a snapshot and acts. Only feeds of participants whom the room lists are shown and heard.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import { toAppError } from '#contract/wire/errors';
import type { GroupCallInfo, GroupCallRoom } from '#contract/areas/calls/groupCallsModels';
import type { CallSession } from '../backend';
import type { CallProblem } from '../callTypes';
import { feedEvents } from '../media/feeds';
import { watchFlows } from '../media/flow';
import { mediaProblem } from '../media/problems';
import type { CallFeed } from '../webrtc/callFeed';
import { CallEvent } from '../webrtc/callStates';
import { GroupCall } from '../webrtc/group/groupCall';
import { GroupCallEvent, GroupCallState, GroupCallType } from '../webrtc/group/states';
import { createPresses, deviceKey as keyOf } from '../webrtc/utils';
import { createGroupShare } from './groupShare';
import { groupSnapshot, participantsOf, type GroupParts } from './groupSnapshot';
import { createFloor } from './floor';
import { createGestures } from './gestures';
import { createGroupClient, type MeshTransport } from './meshHost';
import { GroupRoom } from './groupRoom';
import { createReach } from './peers';
import { createVerifiedOnly } from './verifiedOnly';

export interface GroupSession extends Omit<CallSession, 'hangUp'> {
  setHand(raised: boolean): void;
  react(emoji: string): void;
  readonly groupCall: GroupCall;
  /**
   * Opens the microphone (and camera), then writes our membership to the room. Throws the browser's error when there is no microphone.
   * `listening`: opens no device.
   */
  enter(withCamera: boolean, listening?: boolean): Promise<void>;
  setRoom(room: GroupCallRoom): void;
  /** Sets the members who get no media of ours, because only verified people do. */
  setLeftOut(userIds: readonly string[]): void;
  deliver(signals: readonly CallSignal[]): void;
  /** Reports to a restarted engine that we are in the call. */
  again(): void;
  setDevice(kind: 'audioinput' | 'videoinput', deviceId: string): Promise<void>;
  /** Leaves the call; no device is open afterwards. */
  leave(): Promise<void>;
}

export interface GroupSessionDeps {
  readonly transport: MeshTransport;
  readonly room: GroupCallRoom;
  readonly call: GroupCallInfo;
  /** How long it rings at the others once we are in it; 0 for a call that another person started. */
  readonly ringsForMs: number;
  readonly onChange: () => void;
  /** The call ended for everybody, or we left the room. */
  readonly onOver: () => void;
}

const callEvents = [
  GroupCallEvent.GroupCallStateChanged,
  GroupCallEvent.ActiveSpeakerChanged,
  GroupCallEvent.CallsChanged,
  GroupCallEvent.LocalScreenshareStateChanged,
  GroupCallEvent.LocalMuteStateChanged,
  GroupCallEvent.ParticipantsChanged,
  GroupCallEvent.UserMediaFeedsChanged,
  GroupCallEvent.ScreenshareFeedsChanged,
] as const;

/** Notes in `unknown` the devices that cannot be encrypted to. */
const noting = (
  transport: MeshTransport,
  unknown: Set<string>,
  onRefused: () => void,
): MeshTransport => ({
  ...transport,
  async sendToDevice(to, type, ...rest) {
    const key = keyOf(to.userId, to.deviceId);
    try {
      await transport.sendToDevice(to, type, ...rest);
      unknown.delete(key);
    } catch (thrown) {
      if (toAppError(thrown).code === 'not_found') unknown.add(key);
      // A hang-up that is lost does no harm: the membership in the room says the same.
      if (type !== 'm.call.hangup') throw thrown;
    }
  },
  refused(thrown) {
    transport.refused(thrown);
    onRefused();
  },
});

/** Turns our camera on and off; a press while it opens replaces the one before. */
function createCamera(
  groupCall: GroupCall,
  client: ReturnType<typeof createGroupClient>,
  setNotice: (notice: CallProblem | null) => void,
): GroupSession['setCamera'] {
  const pressed = createPresses();
  return async (on) => {
    setNotice(null);
    client.allowCamera(on);
    const isLast = pressed();
    const isThere = !on || (await client.media.hasVideoDevice());
    if (!isLast()) return;
    if (!isThere) setNotice('no_camera');
    else if (!(await groupCall.setLocalVideoMuted(!on)) && on) setNotice('camera_refused');
  };
}

export function createGroupSession(deps: GroupSessionDeps): GroupSession {
  const { transport, call: info } = deps;
  const { groupCallId, isPtt } = info;
  const room = new GroupRoom(deps.room);
  const unknown = new Set<string>();
  const line = noting(transport, unknown, () => setNotice('not_allowed'));
  const client = createGroupClient(line, room);
  const verifiedOnly = createVerifiedOnly({
    groupCall: () => groupCall,
    transport: line,
    onChange: changed,
  });
  const groupCall: GroupCall = new GroupCall({
    client: client.client,
    room,
    type: info.type === 'm.video' ? GroupCallType.Video : GroupCallType.Voice,
    isPtt,
    groupCallId,
    dataChannel: info.dataChannelsEnabled
      ? { options: info.dataChannelOptions ?? undefined }
      : null,
    isUnknownDevice: (userId, deviceId) => unknown.has(keyOf(userId, deviceId)),
    rules: verifiedOnly,
  });
  client.groupCalls.set(room.roomId, groupCall);

  const own = keyOf(transport.userId, transport.deviceId);
  const watched = new Set<CallFeed>();
  const flows = watchFlows(changed);
  const reach = createReach(groupCall, verifiedOnly, flows);
  let startedMs: number | null = null;
  let notice: CallProblem | null = null;
  let closed = false;

  function changed(): void {
    if (!closed) deps.onChange();
  }

  const setNotice = (next: CallProblem | null): void => {
    notice = next;
    changed();
  };

  function watchFeeds(): void {
    const feeds = [...groupCall.userMedia.all, ...groupCall.screens.all];
    for (const feed of feeds) {
      if (watched.has(feed)) continue;
      watched.add(feed);
      feedEvents.forEach((name) => feed.on(name, onFeed));
    }
    for (const feed of watched) if (!feeds.includes(feed)) watched.delete(feed);
    for (const leg of flows.watch([...groupCall.legs.all])) {
      leg.on(CallEvent.State, changed);
      leg.peerConn?.addEventListener('connectionstatechange', changed);
    }
    // A participant who talked may be gone.
    onFeed();
  }

  const floor = isPtt ? createFloor(groupCall, { own, keyOf, lost: setNotice }) : null;

  const gestures = createGestures({ groupCall, transport, onChange: changed });

  function onFeed(): void {
    floor?.look();
    // The floor is free again.
    const isOfFloor = notice === 'floor_taken' || notice === 'floor_lost';
    if (isOfFloor && floor?.holder() === null) notice = null;
    changed();
  }

  callEvents.forEach((name) => groupCall.on(name, watchFeeds));
  groupCall.on(GroupCallEvent.ParticipantsChanged, verifiedOnly.look);
  const share = createGroupShare({ groupCall, media: client.media, setNotice, changed });
  const parts: GroupParts = { groupCall, info, room, own, gestures, reach, floor };

  return {
    groupCall,
    callId: groupCallId,
    async enter(withCamera, listening = false) {
      client.allowCamera(withCamera);
      if (listening) client.onlyListen();
      try {
        await groupCall.initLocalCallFeed();
      } catch (thrown) {
        if (!withCamera) throw thrown;
        // We join with sound only rather than not at all.
        client.allowCamera(false);
        await groupCall.initLocalCallFeed();
        notice = mediaProblem(String(thrown), 'camera');
      }
      await groupCall.enter();
      startedMs = Date.now();
      watchFeeds();
    },
    snapshot() {
      gestures.look();
      const participants = participantsOf(parts);
      notice = reach.notice(participants, notice);
      const sharing = share.sharing();
      const othersLeft = reach.othersLeft(participants);
      const rings = startedMs !== null && Date.now() - startedMs < deps.ringsForMs;
      const moment = { startedMs, sharing, participants, notice, othersLeft, rings };
      return groupSnapshot(parts, moment);
    },
    setRoom(next) {
      room.apply(next);
      // The call was ended or removed, or another call took its place.
      if (next.call?.groupCallId !== groupCallId) deps.onOver();
      changed();
    },
    setLeftOut: verifiedOnly.set,
    deliver(signals) {
      signals.forEach(verifiedOnly.note);
      client.deliver(signals.filter((one) => !gestures.take(one)));
    },
    again() {
      if (groupCall.state !== GroupCallState.Entered) return;
      const feeds = groupCall.localFeeds.map(({ purpose }) => ({ purpose }));
      transport.participate(feeds).catch(transport.refused);
    },
    async setDevice(kind, deviceId) {
      await client.chooseDevice(kind, deviceId);
      changed();
    },
    async setMicrophone(on) {
      // The notice of a press stays until the next press.
      if (on || floor === null) notice = null;
      if (floor !== null) notice = (await floor.talk(on)) ?? notice;
      else if (!(await groupCall.setMicrophoneMuted(!on)) && on) notice = 'no_microphone';
      changed();
    },
    setCamera: createCamera(groupCall, client, setNotice),
    ...gestures.acts,
    ...share.acts,
    dismissNotice: () => setNotice(null),
    async leave() {
      if (closed) return;
      // `terminate` ends the call in this window only; it does not write that the call is over for everybody.
      groupCall.terminate();
      closed = true;
      flows.stop();
      gestures.stop();
      client.stop();
      transport.closeDevices();
    },
  };
}
