// The devices of this account: looked through, renamed, signed out. Verifying one is `startVerification`.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing } from '../ids';

const DeviceId = z.string().min(1).max(255);

export const Device = z.object({
  deviceId: DeviceId,
  name: z.string().nullable(),
  lastSeenMs: z.number().nullable(),
  /** The network address that the server saw last. */
  lastSeenAddress: z.string().nullable(),
  /** The one that answers. */
  isThis: z.boolean(),
  /** `none`: it has no keys, so it can neither be verified nor read encrypted messages. */
  trust: z.enum(['verified', 'unverified', 'none']),
  /** Nobody sits at it: its server keeps it to receive keys, and the identity has signed it as such. Only encryption turns it off. */
  keptAtServer: z.boolean(),
  /** Where it is signed out instead, when the account is managed at a page of its own. */
  endPage: z.string().nullable(),
});
export type Device = z.infer<typeof Device>;

/** As the server told it last. */
export const DeviceList = z.object({
  /** This one first, then the one seen last; null: never told. */
  devices: z.array(Device).nullable(),
  /** When the server told it. */
  readAtMs: z.number().nullable(),
  /** Why it could not be read anew. */
  error: AppError.nullable(),
});
export type DeviceList = z.infer<typeof DeviceList>;

/** A device that signed in while this one was there, as long as nobody said whether it was this person. */
export const NewSignIn = Device.pick({
  deviceId: true,
  name: true,
  lastSeenAddress: true,
  endPage: true,
}).extend({
  /** When it was noticed here. */
  atMs: z.number(),
});
export type NewSignIn = z.infer<typeof NewSignIn>;

export const devices = contract({
  calls: {
    /** Asks the server now. */
    refreshDevices: call(nothing, nothing),
    renameDevice: call(z.object({ deviceId: DeviceId, name: z.string().min(1).max(255) }), nothing),
    /** Signs others of this account out, never the one that asks. */
    endDevices: call(
      z.object({
        deviceIds: z.array(DeviceId).min(1).max(1000),
        password: z.string().max(1024).nullable(),
      }),
      nothing,
    ),
    /** It was this person: it is not told of again. */
    acceptSignIn: call(z.object({ deviceId: DeviceId }), nothing),
    /** `endOthers`: all other devices are signed out by it. `forbidden`: not with a password; see `accountPage` of the session. */
    changePassword: call(
      z.object({
        /** Null: proven at a page (`proof`). */
        password: z.string().min(1).max(1024).nullable(),
        next: z.string().min(1).max(1024),
        endOthers: z.boolean(),
      }),
      nothing,
    ),
  },
  values: {
    /** Oldest first. */
    newSignIns: value(nothing, z.object({ all: z.array(NewSignIn) })),
    devices: value(nothing, DeviceList),
  },
  lists: {},
});
