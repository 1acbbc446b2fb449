// A room as GroupCall reads it: members that keep their identity, and the two state events of group calls made from what the engine has
// vetted.
import { RoomStateEvent } from 'matrix-js-sdk/lib/models/room-state.js';
import { TypedEventEmitter } from 'matrix-js-sdk/lib/models/typed-event-emitter.js';
import { callType, memberType } from '#contract/areas/callNames';
import type { GroupCallRoom } from '#contract/areas/groupCallsModels';
import type { PlainMember } from '../../sdk/plain';

class StateEvent {
  constructor(
    readonly stateKey: string,
    readonly content: Record<string, unknown>,
    readonly ts: number,
  ) {}
  getStateKey = (): string => this.stateKey;
  getContent = (): Record<string, unknown> => this.content;
  getTs = (): number => this.ts;
}

export class GroupRoom extends TypedEventEmitter<
  string,
  Record<string, (...args: never[]) => void>
> {
  readonly roomId: string;
  value: GroupCallRoom | null = null;
  readonly #members = new Map<string, PlainMember>();
  #call: StateEvent | null = null;
  #devices = new Map<string, StateEvent>();
  readonly currentState = {
    getStateEvents: (type: string, key?: string): unknown => {
      if (type === memberType)
        return key === undefined ? [...this.#devices.values()] : (this.#devices.get(key) ?? null);
      if (type !== callType) return key === undefined ? [] : null;
      if (key === undefined) return this.#call === null ? [] : [this.#call];
      return this.#call?.stateKey === key ? this.#call : null;
    },
  };

  /** @param groupCallId the call that is shown, whatever newer one the room has */
  constructor(
    value: GroupCallRoom,
    readonly groupCallId: string,
  ) {
    super();
    this.roomId = value.roomId;
    this.apply(value);
  }

  getMember = (userId: string): PlainMember | null => this.#members.get(userId) ?? null;

  apply(value: GroupCallRoom): void {
    this.value = value;
    const { roomId, groupCallId } = this;
    for (const { userId, name, avatar, joined } of value.members) {
      const known = this.#members.get(userId) ?? { userId, roomId, name, avatar, membership: '' };
      const membership = joined ? 'join' : 'leave';
      this.#members.set(userId, Object.assign(known, { name, avatar, membership }));
    }
    const call = value.call?.groupCallId === groupCallId ? value.call : null;
    this.#call = call === null ? null : new StateEvent(groupCallId, {}, call.createdMs);
    const byUser = new Map<string, Record<string, unknown>[]>();
    for (const { userId, deviceId, sessionId, expiresMs, feeds } of call?.devices ?? []) {
      const list = byUser.get(userId) ?? [];
      list.push({ device_id: deviceId, session_id: sessionId, expires_ts: expiresMs, feeds });
      byUser.set(userId, list);
    }
    this.#devices = new Map(
      [...byUser].map(([userId, devices]) => {
        const content = { 'm.calls': [{ 'm.call_id': groupCallId, 'm.devices': devices }] };
        return [userId, new StateEvent(userId, content, 0)];
      }),
    );
    this.emit(RoomStateEvent.Update, ...([] as never[]));
  }
}
