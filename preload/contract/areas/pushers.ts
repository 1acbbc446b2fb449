// Who else is told of what this account is told: apps of phones, and addresses that get mail. The server keeps them, and says so when asked.
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
  /** The server can keep it without using it. */
  canPause: z.boolean(),
});
export type Pusher = z.infer<typeof Pusher>;

export const pushers = contract({
  calls: {
    pushers: call(nothing, z.object({ all: z.array(Pusher) })),
    /** `unsupported_server` where it can only be removed. */
    pausePusher: call(name.extend({ on: z.boolean() }), nothing),
    removePusher: call(name, nothing),
    /** An address of this account; `lang`: of the mails. */
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
