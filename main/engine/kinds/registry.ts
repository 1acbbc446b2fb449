// All kinds of event. Each has one file here, one line below, and one line in renderer/features/timeline/kinds/registry.ts; a body or a
// notice of the contract that no kind makes does not compile.
import type { StoredEvent } from '#stores/events/types';
import type { MessageBody } from '#contract/areas/messages/messageModels';
import { effective } from '../events/relations';
import { call } from './notices/call';
import { edit } from './edit';
import { encrypted } from './encrypted';
import { gallery } from './messages/gallery';
import { groupCall } from './notices/groupCall';
import { hidden } from './hidden';
import { invalid } from './invalid';
import type { Claimed, FoldedKind, MessageKind, NoticeKind, Source, What } from './kind';
import { liveLocation, position } from './notices/liveLocation';
import { location } from './messages/location';
import { media } from './messages/media';
import { membership } from './notices/membership';
import { poll, vote } from './poll';
import { reaction } from './reaction';
import { redacted, redaction } from './redaction';
import { roomChange } from './notices/roomChange';
import { sticker } from './messages/sticker';
import { text } from './messages/text';
import { unsupported } from './unsupported';
import { isUnknownKind, unknownKind } from './notices/unknownKind';
import { upgrade } from './notices/upgrade';
import { verification } from './notices/verification';

/** Which kind makes which body. */
const bodies: { readonly [Type in MessageBody['type']]: MessageKind } = {
  ...{ text, notice: text, emote: text },
  ...{ image: media, video: media, audio: media, file: media },
  gallery,
  location,
  poll,
  undecryptable: encrypted,
  redacted,
  hidden,
  invalid,
  unsupported,
};

/** The kind of each notice. */
const notices: { readonly [Name in What]: NoticeKind } = {
  ...{ joined: membership, left: membership, kicked: membership, knocked: membership },
  ...{ invited: membership, invite_declined: membership, invite_withdrawn: membership },
  ...{ knock_declined: membership, knock_withdrawn: membership },
  ...{ banned: membership, unbanned: membership },
  ...{ renamed_self: membership, avatar_changed: membership },
  ...{ created: roomChange, named: roomChange, name_changed: roomChange },
  ...{ topic_changed: roomChange, room_avatar_changed: roomChange, encrypted: roomChange },
  ...{ join_rule_changed: roomChange, history_visibility_changed: roomChange },
  ...{ power_levels_changed: roomChange, role_changed: roomChange, calls_allowed: roomChange },
  ...{ pinned: roomChange, unpinned: roomChange, other_state: roomChange },
  upgraded: upgrade,
  call,
  group_call: groupCall,
  verification_asked: verification,
  unknown_kind: unknownKind,
  live_location: liveLocation,
};

/** Kinds of outbox rows that are drawn as a part of another message. They are asked in this order. */
export const foldedKinds = {
  redactions: redaction,
  edits: edit,
  reactions: reaction,
  votes: vote,
  positions: position,
} as const satisfies Record<string, FoldedKind>;

/** Kinds that decide before the type of the message does. */
const first: readonly MessageKind[] = [redacted, hidden, encrypted, invalid];

const messageKinds: ReadonlySet<MessageKind> = new Set([...Object.values(bodies), sticker]);
const noticeKinds: ReadonlySet<NoticeKind> = new Set(Object.values(notices));

const byMsgtype = new Map<unknown, MessageKind>();
const byEventType = new Map<string, MessageKind>();
for (const kind of messageKinds) {
  for (const msgtype of kind.msgtypes) byMsgtype.set(msgtype, kind);
  if (kind.msgtypes.length === 0) for (const type of kind.eventTypes) byEventType.set(type, kind);
}

/** Event types that can be messages. */
export const messageTypes: ReadonlySet<string> = new Set(
  [...messageKinds].flatMap(({ eventTypes }) => eventTypes),
);

/** Event types whose notices can be the last word of a room, as calls are. */
export const lastWordTypes: readonly string[] = [...noticeKinds]
  .filter(({ line }) => line !== undefined)
  .flatMap(({ eventTypes }) => eventTypes);

const foldsReferences: ReadonlySet<string> = new Set([
  ...[...messageKinds]
    .filter(({ aggregates }) => aggregates.includes('m.reference'))
    .flatMap(({ eventTypes }) => eventTypes),
  ...[...noticeKinds]
    .filter(({ takesReferences: takes }) => takes === true)
    .flatMap(({ eventTypes }) => eventTypes),
]);

/** True when events that refer to this one are drawn in it. */
export const takesReferences = (event: StoredEvent): boolean =>
  event.redactedBy === null && foldsReferences.has(effective(event).type);

const noticesByType = new Map<string, NoticeKind>();
for (const kind of noticeKinds) for (const type of kind.eventTypes) noticesByType.set(type, kind);

/** The kind of a message by its type; `unsupported` for an unknown type. */
const messageKindOf = ({ type, content }: Source): MessageKind =>
  (type === 'm.room.message' ? byMsgtype.get(content['msgtype']) : byEventType.get(type)) ??
  unsupported;

/** A message as its kind reads it. */
export function claim(source: Source): Claimed {
  for (const kind of first) {
    const claimed = kind.claim(source);
    if (claimed !== null) return claimed;
  }
  const claimed = messageKindOf(source).claim(source) ?? unsupported.claim(source);
  if (claimed === null) throw new Error('A message that no kind claims');
  return claimed;
}

/** True for an event of a type that no kind handles. Its content decides whether it is a message or a notice. */
export function isUnknown(event: StoredEvent): boolean {
  if (event.stateKey !== null || event.redactedBy !== null) return false;
  const { type } = effective(event);
  return !messageTypes.has(type) && !noticesByType.has(type) && isUnknownKind(event);
}

/** The notice kind of the event's type; the kind itself decides whether the event makes a notice. */
export function noticeKindOf(event: StoredEvent): NoticeKind | null {
  const isState = event.stateKey !== null;
  const type = isState ? event.type : effective(event).type;
  const kind = noticesByType.get(type);
  if (kind === undefined && isUnknown(event)) return unknownKind;
  return kind?.isState === isState ? kind : null;
}
