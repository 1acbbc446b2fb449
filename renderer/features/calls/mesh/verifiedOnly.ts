// Applies the rule "verified people only" to a group call: knows who gets no media of ours, and who refuses us theirs. Tells each left-out
// device the reason. It must not decide who is verified: that is the engine's task.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import { unverifiedReason } from '#contract/areas/calls/callNames';
import type { GroupCall } from '../webrtc/group/groupCall';
import { GroupCallState } from '../webrtc/group/states';
import type { LegRules } from '../webrtc/group/legs';
import { CallErrorCode } from '../webrtc/callStates';
import { genCallID } from '../webrtc/call/core';
import { logged } from '../webrtc/log';
import { deviceKey } from '../webrtc/utils';
import type { MeshTransport } from './meshHost';

export interface VerifiedOnly extends LegRules {
  /** Leaves these people out from now on. */
  set(userIds: readonly string[]): void;
  /** Called before the call classes get the signal. */
  note(signal: CallSignal): void;
  /** Called after changes of participants. */
  look(): void;
  /** Null: the rule does not concern this device. */
  of(userId: string, deviceId: string): 'left_out' | 'refused' | null;
}

export interface VerifiedOnlyDeps {
  readonly groupCall: () => GroupCall;
  readonly transport: Pick<MeshTransport, 'userId' | 'deviceId' | 'sessionId' | 'sendToDevice'>;
  readonly onChange: () => void;
}

interface Device {
  readonly userId: string;
  readonly deviceId: string;
  readonly sessionId: string;
}

/** The most refusals to keep of devices that are not listed: the room may list them later. */
const mostUnlisted = 50;

const nameOf = ({ userId, deviceId, sessionId }: Device): string =>
  `${deviceKey(userId, deviceId)} ${sessionId}`;

export function createVerifiedOnly({
  groupCall,
  transport,
  onChange,
}: VerifiedOnlyDeps): VerifiedOnly {
  let leftOut: ReadonlySet<string> = new Set();
  /** Devices by device and session: those that we told, those that we call because they would not call us, those that refuse us. */
  const told = new Set<string>();
  const calledBack = new Set<string>();
  const refusing = new Set<string>();

  const devices = (): Device[] =>
    groupCall().participants.map(({ member: { userId }, deviceId, sessionId }) => ({
      ...{ userId, deviceId, sessionId },
    }));
  /** Drops the oldest refusals of unlisted devices, because a participant could send them with ever new session ids. */
  function refusedBy(name: string): void {
    refusing.add(name);
    const listed = new Set(devices().map(nameOf));
    const unlisted = [...refusing].filter((one) => !listed.has(one));
    for (const one of unlisted.slice(0, -mostUnlisted)) refusing.delete(one);
  }

  const isIn = (): boolean => groupCall().state === GroupCallState.Entered;

  /** Sends a hang-up with a new call id, because no leg to this device exists. */
  async function tell(device: Device): Promise<void> {
    const { userId, deviceId, sessionId } = device;
    const callId = genCallID();
    await transport.sendToDevice({ userId, deviceId, sessionId }, 'm.call.hangup', callId, {
      ...{ version: '1', call_id: callId, party_id: transport.deviceId, seq: 0 },
      ...{ conf_id: groupCall().groupCallId, device_id: transport.deviceId },
      ...{ sender_session_id: transport.sessionId, dest_session_id: sessionId },
      reason: unverifiedReason,
    });
  }

  /**
   * Lets people in who were left out: we place the leg, also to a device that is listed again only later. A refusal that they sent may be
   * outdated and is forgotten.
   */
  function letIn(): void {
    for (const device of devices()) {
      const name = nameOf(device);
      if (leftOut.has(device.userId) || !told.delete(name)) continue;
      refusing.delete(name);
      calledBack.add(name);
    }
  }

  function look(): void {
    letIn();
    if (!isIn()) return;
    for (const device of devices()) {
      const name = nameOf(device);
      if (!leftOut.has(device.userId) || told.has(name)) continue;
      told.add(name);
      calledBack.delete(name);
      if (groupCall().legOf(device.userId, device.deviceId) === undefined)
        void tell(device).catch((thrown: unknown) => {
          told.delete(name);
          logged('tell somebody that they are left out')(thrown);
        });
    }
  }

  return {
    mayReach: (userId) => !leftOut.has(userId),
    refuses: (device) => refusing.has(nameOf(device)),
    callsBack: (device) => calledBack.has(nameOf(device)),
    set(userIds) {
      leftOut = new Set(userIds);
      look();
      groupCall().legs.participantsChanged(isIn());
      onChange();
    },
    note({ type, sender, senderDevice, content }) {
      const sessionId = String(content['sender_session_id']);
      const name = nameOf({ userId: sender, deviceId: senderDevice ?? '', sessionId });
      const isEnd = type === 'm.call.hangup' || type === 'm.call.reject';
      if (isEnd && content['reason'] === unverifiedReason) {
        refusedBy(name);
        // The hang-up may name another leg than the one that waits for an answer; but it must be of the same session.
        const leg = groupCall().legOf(sender, senderDevice ?? '');
        if (leg?.opponent.sessionId === sessionId) leg.hangup(CallErrorCode.UserHangup, false);
      } else if (type === 'm.call.invite' || type === 'm.call.answer') refusing.delete(name);
    },
    look,
    of(userId, deviceId) {
      if (leftOut.has(userId)) return 'left_out';
      const device = devices().find((one) => one.userId === userId && one.deviceId === deviceId);
      return device !== undefined && refusing.has(nameOf(device)) ? 'refused' : null;
    },
  };
}
