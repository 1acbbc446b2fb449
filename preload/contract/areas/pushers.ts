// Pushers of the account: apps on phones, and addresses that get mail. The server keeps them; the engine reads them when asked.
import { z } from '../wire/schema';
import { call, contract } from '../wire/shapes';
import { nothing } from './ids';

const name = z.object({ pushkey: z.string().min(1).max(512), appId: z.string().min(1).max(64) });

const Pusher = name.extend({
  kind: z.enum(['app', 'email']),
  app: z.string(),
  device: z.string().nullable(),
  /** True where the server does not say. */
  enabled: z.boolean(),
  /** The server can keep the pusher without using it. */
  canPause: z.boolean(),
});
export type Pusher = z.infer<typeof Pusher>;

export const pushers = contract({
  calls: {
    pushers: call(nothing, z.object({ all: z.array(Pusher) })),
    /** Rejected with `unsupported_server` where a pusher can only be removed. */
    pausePusher: call(name.extend({ on: z.boolean() }), nothing),
    removePusher: call(name, nothing),
    /** Adds an e-mail address of this account; `lang`: language of the mails. */
    addMailPusher: call(
      z.object({
        address: z.string().min(3).max(254),
        lang: z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
      }),
      nothing,
    ),
  },
  values: {},
  lists: {},
});
