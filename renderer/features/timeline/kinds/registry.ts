// All kinds of messages and notices that the window renders. A body or notice of the contract without a kind is a compile error. The
// engine's part of each kind is in main/engine/kinds.
import type { TFunction } from 'i18next';
import { call } from './call';
import { gallery } from './gallery';
import { groupCall } from './groupCall';
import type { Body, BodyKind, BodyOf, Notice, NoticeKind } from './kind';
import { liveLocation } from './liveLocation';
import { location } from './location';
import { media } from './media';
import { poll } from './poll';
import { hidden, redacted } from './redacted';
import { stateChange } from './stateChange';
import { text } from './text';
import { undecryptable } from './undecryptable';
import { unknownKind } from './unknownKind';
import { unshown } from './unshown';

const bodies: { readonly [Type in Body['type']]: BodyKind<BodyOf<Type>> } = {
  ...{ text, notice: text, emote: text },
  ...{ image: media, video: media, audio: media, file: media },
  gallery,
  location,
  poll,
  undecryptable,
  redacted,
  hidden,
  ...{ invalid: unshown, unsupported: unshown },
};

const notices: { readonly [Name in Notice['what']]: NoticeKind } = {
  ...{ joined: stateChange, left: stateChange, kicked: stateChange, knocked: stateChange },
  ...{ invited: stateChange, invite_declined: stateChange, invite_withdrawn: stateChange },
  ...{ knock_declined: stateChange, knock_withdrawn: stateChange },
  ...{ banned: stateChange, unbanned: stateChange },
  ...{ renamed_self: stateChange, avatar_changed: stateChange },
  ...{ created: stateChange, named: stateChange, name_changed: stateChange, upgraded: stateChange },
  ...{ topic_changed: stateChange, room_avatar_changed: stateChange, encrypted: stateChange },
  ...{ join_rule_changed: stateChange, history_visibility_changed: stateChange },
  ...{ power_levels_changed: stateChange, role_changed: stateChange, calls_allowed: stateChange },
  ...{ pinned: stateChange, unpinned: stateChange, other_state: stateChange },
  call,
  group_call: groupCall,
  verification_asked: stateChange,
  unknown_kind: unknownKind,
  live_location: liveLocation,
};

export const bodyKind = (body: Body): BodyKind<Body> => bodies[body.type];

export const noticeKind = ({ what }: Notice): NoticeKind => notices[what];

/** One line of text for a loaded message; empty if it was deleted. */
export const messageLine = (body: Body, t: TFunction): string => bodyKind(body).words(body, t);
