// Events and rooms as the call classes read them, made of what the engine has vetted.
import type { CallRoom, CallSignal } from '#contract/areas/calls/callsModels';
import type { CallMember, CallMembers, CallSignalEvent } from '../webrtc/host';

export class SignalEvent implements CallSignalEvent {
  readonly #signal: CallSignal;

  constructor(signal: CallSignal) {
    this.#signal = signal;
  }
  getType = (): string => this.#signal.type;
  getSender = (): string => this.#signal.sender;
  /** The engine has vetted its shape. */
  getContent = <T>(): T => this.#signal.content as T;
  getRoomId = (): string => this.#signal.roomId;
  getLocalAge = (): number => Math.max(0, Date.now() - this.#signal.bornMs);
}

export interface PlainMember extends CallMember {
  readonly roomId: string;
  name: string;
  membership: string;
  avatar: string | null;
}

/** Members keep their identity: the call classes use them as keys. */
export class PlainRoom implements CallMembers {
  readonly roomId: string;
  name = '';
  directUserId: string | null = null;
  readonly #members = new Map<string, PlainMember>();

  constructor(roomId: string) {
    this.roomId = roomId;
  }

  apply(room: CallRoom): void {
    this.name = room.roomName;
    this.directUserId = room.directUserId;
    for (const { userId, name, avatar, joined } of room.members) {
      const known = this.#members.get(userId) ?? {
        userId,
        roomId: this.roomId,
        name,
        avatar,
        membership: '',
      };
      this.#members.set(
        userId,
        Object.assign(known, { name, avatar, membership: joined ? 'join' : 'invite' }),
      );
    }
  }

  getMember = (userId: string): PlainMember | null => this.#members.get(userId) ?? null;
}
