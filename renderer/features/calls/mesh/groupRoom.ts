// A room as the group call reads it: members that keep their identity, and the devices that the engine lists, whatever newer call the room has.
import type { GroupCallRoom } from '#contract/areas/calls/groupCallsModels';
import type { PlainMember } from '../media/plain';
import type { GroupCallRoomView, ListedDevice } from '../webrtc/host';

export class GroupRoom implements GroupCallRoomView {
  readonly roomId: string;
  value: GroupCallRoom;
  readonly #members = new Map<string, PlainMember>();
  readonly #listeners = new Set<() => void>();

  constructor(value: GroupCallRoom) {
    this.roomId = value.roomId;
    this.value = value;
    this.apply(value);
  }

  getMember = (userId: string): PlainMember | null => this.#members.get(userId) ?? null;

  devicesOf(groupCallId: string): readonly ListedDevice[] {
    const { call } = this.value;
    return call?.groupCallId === groupCallId ? call.devices : [];
  }

  onUpdate(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  apply(value: GroupCallRoom): void {
    this.value = value;
    const { roomId } = this;
    for (const { userId, name, avatar, joined } of value.members) {
      const known = this.#members.get(userId) ?? { userId, roomId, name, avatar, membership: '' };
      const membership = joined ? 'join' : 'leave';
      this.#members.set(userId, Object.assign(known, { name, avatar, membership }));
    }
    this.#listeners.forEach((listener) => listener());
  }
}
