// Registration of an account on a server, and a new password for one whose password was forgotten.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing } from '../ids';
import { PagePlace, PageShown } from './proof';

const server = z.string().min(1).max(500);
const userName = z.string().min(1).max(255);
const email = z.string().min(3).max(254);
const newPassword = z.string().min(1).max(512);

/** The conditions under which a server registers new accounts. */
export const RegistrationOffer = z.object({
  serverName: z.string(),
  /** `required`: there is no account without a confirmed e-mail address. `optional`: the address serves to recover the password. */
  email: z.enum(['none', 'optional', 'required']),
});
export type RegistrationOffer = z.infer<typeof RegistrationOffer>;

/** The next step of a registration that needs the user. */
export const RegistrationStep = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('terms'),
    policies: z.array(z.object({ name: z.string(), url: z.string() })),
  }),
  /** A registration token, which the people who run the server give out. */
  z.object({ type: z.literal('token') }),
  /** A mail with a link was sent to `address`. The registration goes on by itself when the link was opened. */
  z.object({ type: z.literal('email'), address: z.string() }),
  /** A page of the server, e.g. a captcha. */
  z.object({ type: z.literal('page'), shown: PageShown }),
]);
export type RegistrationStep = z.infer<typeof RegistrationStep>;

/** A registration after the server has received the user name. It lives in the engine and survives a reload of the window. */
export const Registration = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({
    state: z.literal('step'),
    /** The server's name as the user typed it. */
    server: z.string(),
    serverName: z.string(),
    userName: z.string(),
    step: RegistrationStep,
    /** Number of this step among those that need the user, from 1 to `of`. */
    number: z.number(),
    of: z.number(),
  }),
  z.object({ state: z.literal('finishing') }),
  /** The registration failed while no call was open that could have been rejected. */
  z.object({ state: z.literal('failed'), error: AppError }),
]);
export type Registration = z.infer<typeof Registration>;

export const PasswordReset = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  /** The server has sent a mail. `waits`: the user has chosen the new password; it is set when the link in the mail was opened. */
  z.object({
    state: z.literal('sent'),
    server: z.string(),
    address: z.string(),
    waits: z.boolean(),
  }),
  z.object({ state: z.literal('done'), server: z.string() }),
  z.object({ state: z.literal('failed'), error: AppError }),
]);
export type PasswordReset = z.infer<typeof PasswordReset>;

export const registration = contract({
  calls: {
    /** Rejected with `registration_closed` where the server registers nobody. */
    registrationOffer: call(z.object({ server }), RegistrationOffer),
    /** Checks a user name while it is typed. `problem` null: it is free. */
    checkUserName: call(
      z.object({ server, userName }),
      z.object({ problem: z.enum(['user_in_use', 'user_invalid', 'user_exclusive']).nullable() }),
    ),
    /**
     * Resolves when the account is there, or when the value `registration` has the next step. Steps that the server has accepted, such as a
     * token that can be used once, stay accepted in the next call. A guest becomes the account: it keeps the guest's server and user name,
     * whatever the input says.
     */
    register: call(
      z.object({ server, userName, password: newPassword, email: email.nullable() }),
      nothing,
    ),
    agreeToTerms: call(nothing, nothing),
    giveRegistrationToken: call(z.object({ token: z.string().min(1).max(255) }), nothing),
    /** Asks the server now, instead of a few seconds later. Rejected with `email_unconfirmed` or `step_unfinished`. */
    checkRegistration: call(nothing, nothing),
    sendRegistrationMailAgain: call(nothing, nothing),
    openRegistrationPage: call(z.object({ place: PagePlace }), nothing),
    cancelRegistration: call(nothing, nothing),
    /** Resolves when the server says that it has sent the mail. */
    beginPasswordReset: call(z.object({ server, email }), nothing),
    /**
     * Resolves when the password is set, or when `passwordReset` waits for the link. `signOutOthers`: signs out all devices of the account.
     */
    setForgottenPassword: call(
      z.object({ password: newPassword, signOutOthers: z.boolean() }),
      nothing,
    ),
    sendResetMailAgain: call(nothing, nothing),
    cancelPasswordReset: call(nothing, nothing),
  },
  values: {
    registration: value(nothing, Registration),
    passwordReset: value(nothing, PasswordReset),
  },
  lists: {},
});
