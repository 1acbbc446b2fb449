// Handing a call over (CALL-7.11): we ask the other side to talk to somebody else, or are asked to. Unlike the SDK's own way the call stays
// until the other side has followed, so that nobody is lost when it cannot or will not.
import type { Handover, TransferTarget } from '../callTypes';
import { genCallID } from '../webrtc/call/core';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import type { CallTransport } from '../media/transport';

export interface CallTransfer {
  /** The transfer that the other side asks us for; null: none. */
  handover(): Handover | null;
  /** The name of the person whom we asked the other side to call, as long as that is shown; null: nobody. */
  askedFor(): string | null;
  /** The request was not followed for as long as it holds: the other side has refused, or does not look. */
  hasLapsed(): boolean;
  /** The name of the person whom we asked the other side to call, whether that is shown or not; null: nobody. */
  lastAsked(): string | null;
  /** Shows it no longer. */
  closeAsked(): void;
  canTransfer(): boolean;
  /** Takes an `m.call.replaces` of this call: the other side asks for a transfer. */
  received(content: Record<string, unknown>): void;
  ask(target: TransferTarget, newCallId: string, how: 'create_call' | 'await_call'): Promise<void>;
  setHandover(handover: Handover | null): void;
}

export interface CallTransferDeps {
  readonly profile: CallTransport['profile'];
  readonly changed: () => void;
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const mostName = 100;
const lifetimeMs = 60_000;

/** Reads a name that the other side sent, without characters that turn or hide the text around it. */
function nameOf(value: unknown): string | null {
  const name = text(value)
    ?.replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return name === undefined || name === '' ? null : name.slice(0, mostName);
}

/** Reads the content of an `m.call.replaces`, whose shapes the engine has checked. Null when it names no call to make or to wait for. */
export function readReplaces(content: Record<string, unknown>): Handover | null {
  const target = content['target_user'] as Record<string, unknown> | undefined;
  const userId = text(target?.['id']);
  const [create, wait] = [text(content['create_call']), text(content['await_call'])];
  const newCallId = create ?? wait;
  if (userId === null || newCallId === null) return null;
  return {
    userId,
    name: nameOf(target?.['display_name']) ?? userId,
    newCallId,
    calls: create !== null,
    roomId: text(content['target_room']),
    accepted: false,
  };
}

export function createTransfer(call: MatrixCall, deps: CallTransferDeps): CallTransfer {
  let handover: Handover | null = null;
  let askedFor: string | null = null;
  let lastAsked: string | null = null;
  let lapsed = false;
  let latest = '';
  return {
    handover: () => handover,
    askedFor: () => askedFor,
    hasLapsed: () => lapsed,
    lastAsked: () => lastAsked,
    closeAsked() {
      askedFor = null;
      deps.changed();
    },
    canTransfer: () =>
      call.opponent.capabilities['m.call.transferee'] === true && !call.callHasEnded(),
    received(content) {
      if (call.callHasEnded() || !call.opponent.isSender(content)) return;
      handover = readReplaces(content);
      deps.changed();
    },
    async ask({ userId, name }, newCallId, how) {
      const { displayName, avatarMxc } = await deps.profile(userId).catch(() => ({
        displayName: name,
        avatarMxc: null,
      }));
      await call.sendVoipEvent('m.call.replaces', {
        replacement_id: genCallID(),
        target_user: {
          id: userId,
          display_name: displayName ?? name,
          avatar_url: avatarMxc ?? undefined,
        },
        [how]: newCallId,
        lifetime: lifetimeMs,
      });
      [askedFor, lastAsked, lapsed, latest] = [name, name, false, newCallId];
      setTimeout(() => {
        if (latest !== newCallId || call.callHasEnded()) return;
        lapsed = true;
        deps.changed();
      }, lifetimeMs);
      deps.changed();
    },
    setHandover(next) {
      handover = next;
      deps.changed();
    },
  };
}
