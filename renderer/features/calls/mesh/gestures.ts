// Raised hands and reactions. They are sent to each device of the call, encrypted like every signal of a leg, and not stored. A participant
// who joins later learns of a raised hand when their leg is connected.
import type { CallSignal } from '#contract/areas/calls/callsModels';
import { raisedHandType, reactionType } from '#contract/areas/calls/groupCallsModels';
import type { CallActs } from '../callTypes';
import type { DeviceAddress, MeshTransport } from './meshHost';
import type { GroupCall } from '../webrtc/group/groupCall';
import { logged } from '../webrtc/log';
import { stands } from './peers';
import { deviceKey as keyOf } from '../webrtc/utils';

const reactionMs = 4_000;
const retryMs = 5_000;

export interface Gestures {
  readonly acts: Required<Pick<CallActs, 'setHand' | 'react'>>;
  /** Whether the signal was one of these. */
  take(signal: CallSignal): boolean;
  /** Called after changes of legs and participants. */
  look(): void;
  handRaised(key: string): boolean;
  reaction(key: string): string | null;
  stop(): void;
}

export interface GesturesDeps {
  readonly groupCall: GroupCall;
  readonly transport: Pick<MeshTransport, 'userId' | 'deviceId' | 'sessionId' | 'sendToDevice'>;
  readonly onChange: () => void;
}

interface Reached {
  readonly to: DeviceAddress;
  readonly legId: string;
}

export function createGestures(deps: GesturesDeps): Gestures {
  const { groupCall, transport, onChange } = deps;
  const own = keyOf(transport.userId, transport.deviceId);
  /** The session id in which each hand was raised: after a reload of that window the hand is down. */
  const hands = new Map<string, string>();
  const reactions = new Map<string, { emoji: string; timer: ReturnType<typeof setTimeout> }>();
  /** For each leg, whether its other side knows our hand as raised, and the legs to which a message is being sent. */
  const told = new Map<string, boolean>();
  const telling = new Set<string>();
  let stopped = false;

  function sessions(): Map<string, DeviceAddress> {
    const found = new Map<string, DeviceAddress>();
    for (const { member, deviceId, sessionId } of groupCall.participants)
      found.set(keyOf(member.userId, deviceId), { userId: member.userId, deviceId, sessionId });
    return found;
  }

  const reached = (): Reached[] =>
    [...sessions()].flatMap(([key, to]) => {
      const leg = key === own ? undefined : groupCall.legOf(to.userId, to.deviceId);
      return stands(leg) ? [{ to, legId: leg.callId }] : [];
    });

  function tell(
    { to, legId: id }: Reached,
    type: string,
    what: Record<string, unknown>,
  ): Promise<void> {
    const content = {
      call_id: id,
      conf_id: groupCall.groupCallId,
      device_id: transport.deviceId,
      sender_session_id: transport.sessionId,
      dest_session_id: to.sessionId,
      ...what,
    };
    return transport.sendToDevice(to, type, id, content);
  }

  async function tellHand(leg: Reached): Promise<void> {
    const raised = hands.has(own);
    telling.add(leg.legId);
    try {
      await tell(leg, raisedHandType, { raised });
      told.set(leg.legId, raised);
    } catch (thrown) {
      logged('tell of a hand')(thrown);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
    telling.delete(leg.legId);
    if (!stopped) look();
  }

  function show(key: string, emoji: string): void {
    clearTimeout(reactions.get(key)?.timer);
    const timer = setTimeout(() => {
      reactions.delete(key);
      onChange();
    }, reactionMs);
    reactions.set(key, { emoji, timer });
    onChange();
  }

  function look(): void {
    const now = sessions();
    for (const [key, sessionId] of hands)
      if (key !== own && now.get(key)?.sessionId !== sessionId) hands.delete(key);
    for (const leg of reached()) {
      const known = told.get(leg.legId) ?? false;
      if (known !== hands.has(own) && !telling.has(leg.legId)) void tellHand(leg);
    }
  }

  return {
    acts: {
      setHand(raised) {
        if (raised === hands.has(own)) return;
        if (raised) hands.set(own, transport.sessionId);
        else hands.delete(own);
        look();
        onChange();
      },
      react(emoji) {
        // A reaction is for the moment: a leg that cannot be reached now does not get it later.
        for (const leg of reached())
          tell(leg, reactionType, { emoji }).catch(logged('tell of a reaction'));
        show(own, emoji);
      },
    },
    take({ type, sender, senderDevice, content }) {
      if (type !== reactionType && type !== raisedHandType) return false;
      const key = keyOf(sender, senderDevice ?? '');
      if (type === reactionType) show(key, String(content['emoji']));
      else if (content['raised'] === true) hands.set(key, String(content['sender_session_id']));
      else hands.delete(key);
      onChange();
      return true;
    },
    look,
    handRaised: (key) => hands.has(key),
    reaction: (key) => reactions.get(key)?.emoji ?? null,
    stop() {
      stopped = true;
      for (const { timer } of reactions.values()) clearTimeout(timer);
      reactions.clear();
      hands.clear();
    },
  };
}
