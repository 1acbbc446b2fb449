// What this account is told of, on all its devices: its push rules, as other clients read and write them.
import { z } from '../wire/schema';
import { call, contract, value } from '../wire/shapes';
import { nothing } from './ids';

export const NotificationKind = z.enum([
  'all',
  'direct',
  'rooms',
  'mentions',
  'everybody',
  'invites',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

const Keyword = z.string().min(1).max(100);

export const NotificationRules = z.object({
  /** Anything at all, over all the others. */
  all: z.boolean(),
  /** Every message of a chat of two people. */
  direct: z.boolean(),
  /** Every message of a larger room. */
  rooms: z.boolean(),
  /** What mentions this account or says its name. */
  mentions: z.boolean(),
  /** What calls everybody (`@room`). */
  everybody: z.boolean(),
  invites: z.boolean(),
  /** Words that count as a mention; in the order of the server. */
  keywords: z.array(z.string()),
});
export type NotificationRules = z.infer<typeof NotificationRules>;

export const notifications = contract({
  calls: {
    /** Asks the server; the value follows when sync has brought it. */
    setNotificationRule: call(z.object({ kind: NotificationKind, on: z.boolean() }), nothing),
    /** Asks the server. What differs in case only is one word. */
    setKeyword: call(z.object({ keyword: Keyword, on: z.boolean() }), nothing),
    /** Every chat of the list. What the server cannot be told now is told later. */
    markAllRead: call(nothing, z.object({ rooms: z.number() })),
  },
  values: {
    notificationRules: value(nothing, NotificationRules),
  },
  lists: {},
});
