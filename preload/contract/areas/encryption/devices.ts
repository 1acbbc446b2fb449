// The devices of this account: list, rename, sign out. Verifying one is `startVerification`.
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
  /** The device that this engine runs on. */
  isThis: z.boolean(),
  /** `none`: it has no device keys, so it can neither be verified nor read encrypted messages. */
  trust: z.enum(['verified', 'unverified', 'none']),
  /**
   * A dehydrated device: the server keeps it to receive keys, and the identity has signed it as such. Only `setDehydration` turns it off.
   */
  keptAtServer: z.boolean(),
  /** The page where the device is signed out, when the account is managed at a page of its own. */
  endPage: z.string().nullable(),
});
export type Device = z.infer<typeof Device>;

/** The devices as the server told them last. */
export const DeviceList = z.object({
  /** This device first, then the others by the time when they were last seen; null: the server never told. */
  devices: z.array(Device).nullable(),
  /** When the server told them. */
  readAtMs: z.number().nullable(),
  /** Why the list could not be read again. */
  error: AppError.nullable(),
});
export type DeviceList = z.infer<typeof DeviceList>;

/** A device that signed in after this one, as long as the user has not said whether it was them. */
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
    /** Reads the list from the server now. */
    refreshDevices: call(nothing, nothing),
    renameDevice: call(z.object({ deviceId: DeviceId, name: z.string().min(1).max(255) }), nothing),
    /** Signs other devices of this account out, never this one. */
    endDevices: call(
      z.object({
        deviceIds: z.array(DeviceId).min(1).max(1000),
        password: z.string().max(1024).nullable(),
      }),
      nothing,
    ),
    /** The user says that it was them: the engine does not report this device again. */
    acceptSignIn: call(z.object({ deviceId: DeviceId }), nothing),
    /**
     * `endOthers`: signs all other devices out. Rejected with `forbidden` where a password cannot change it; see `accountPage` of the
     * session.
     */
    changePassword: call(
      z.object({
        /** Null: the user proves who they are at a page (`proof`). */
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
