// Who in a call of many gets nothing of ours because they are not verified, and who gives us nothing for that reason. Each of the left-out is told
// why. It must not decide who is verified: that is the engine's.
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
  /** These people are left out from now on. */
  set(userIds: readonly string[]): void;
  /** Before the call classes have it. */
  note(signal: CallSignal): void;
  /** After changes of participants. */
  look(): void;
  /** Null: nothing stands between us for that reason. */
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

/** Refusals of devices that nobody lists are kept for so many: the room may not have told of them yet. */
const mostUnlisted = 50;

const nameOf = ({ userId, deviceId, sessionId }: Device): string =>
  `${deviceKey(userId, deviceId)} ${sessionId}`;

export function createVerifiedOnly({
  groupCall,
  transport,
  onChange,
}: VerifiedOnlyDeps): VerifiedOnly {
  let leftOut: ReadonlySet<string> = new Set();
  /** Each by device and session: who was told, whom we call because nobody else would, who told us. */
  const told = new Set<string>();
  const calledBack = new Set<string>();
  const refusing = new Set<string>();

  const devices = (): Device[] =>
    groupCall().participants.map(({ member: { userId }, deviceId, sessionId }) => ({
      ...{ userId, deviceId, sessionId },
    }));
  /** Whoever is in the call may say so with ever new sessions. */
  function refusedBy(name: string): void {
    refusing.add(name);
    const listed = new Set(devices().map(nameOf));
    const unlisted = [...refusing].filter((one) => !listed.has(one));
    for (const one of unlisted.slice(0, -mostUnlisted)) refusing.delete(one);
  }

  const isIn = (): boolean => groupCall().state === GroupCallState.Entered;

  /** Without a leg that ends: an end of one that never was. */
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

  /** Whoever was told comes back by us, also somebody who is listed again only later; what they told us may not hold any more. */
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
        // The end may name another leg than the one that waits for an answer, but not one of another session.
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
