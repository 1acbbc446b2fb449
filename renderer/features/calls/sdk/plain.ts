// Stand-ins for the SDK's events and rooms: what its call classes read of them, and nothing else.
import { TypedEventEmitter } from 'matrix-js-sdk/lib/models/typed-event-emitter.js';
import type { CallRoom, CallSignal } from '#contract/areas/callsModels';

/** A signal with the getters that the SDK calls. */
export class SignalEvent {
  readonly #signal: CallSignal;

  constructor(signal: CallSignal) {
    this.#signal = signal;
  }
  getType = (): string => this.#signal.type;
  getSender = (): string => this.#signal.sender;
  getContent = (): Record<string, unknown> => this.#signal.content;
  getRoomId = (): string => this.#signal.roomId;
  getId = (): string | null => this.#signal.eventId;
  /** Never 0: the SDK takes that for "unknown" and lets an invitation ring for ever (CALL-4.17). */
  getLocalAge = (): number => Math.max(1, Date.now() - this.#signal.bornMs);
}

export interface PlainMember {
  readonly userId: string;
  readonly roomId: string;
  name: string;
  membership: string;
  avatar: string | null;
}

/** Members keep their identity: the SDK uses them as keys. */
export class PlainRoom extends TypedEventEmitter<
  string,
  Record<string, (...args: never[]) => void>
> {
  readonly roomId: string;
  name = '';
  directUserId: string | null = null;
  readonly #members = new Map<string, PlainMember>();
  readonly currentState = {
    getStateEvents: (_type: string, stateKey?: string): unknown =>
      stateKey === undefined ? [] : null,
  };

  constructor(roomId: string) {
    super();
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
