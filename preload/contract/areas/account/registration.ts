// Making an account on a server, and a new password where the old one was forgotten.
import { AppError } from '../../wire/errorSchemas';
import { z } from '../../wire/schema';
import { call, contract, value } from '../../wire/shapes';
import { nothing } from '../ids';
import { PagePlace, PageShown } from './proof';

const server = z.string().min(1).max(500);
const userName = z.string().min(1).max(255);
const email = z.string().min(3).max(254);
const newPassword = z.string().min(1).max(512);

/** How a server takes new accounts. */
export const RegistrationOffer = z.object({
  serverName: z.string(),
  /** `required`: no account without an address that was confirmed. `optional`: it serves to recover the password. */
  email: z.enum(['none', 'optional', 'required']),
});
export type RegistrationOffer = z.infer<typeof RegistrationOffer>;

/** What the server wants of the person next. */
export const RegistrationStep = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('terms'),
    policies: z.array(z.object({ name: z.string(), url: z.string() })),
  }),
  /** A token for registration, which the people who run the server give out. */
  z.object({ type: z.literal('token') }),
  /** The link in a mail that was sent there. The registration goes on by itself when it was opened. */
  z.object({ type: z.literal('email'), address: z.string() }),
  /** A page of the server, e.g. a captcha. */
  z.object({ type: z.literal('page'), shown: PageShown }),
]);
export type RegistrationStep = z.infer<typeof RegistrationStep>;

/** A registration from the moment that the server has the wishes. It lives in the engine and goes on when the window is loaded anew. */
export const Registration = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  z.object({
    state: z.literal('step'),
    /** As it was typed. */
    server: z.string(),
    serverName: z.string(),
    userName: z.string(),
    step: RegistrationStep,
    /** Of the steps that need the person, from 1. */
    number: z.number(),
    of: z.number(),
  }),
  z.object({ state: z.literal('finishing') }),
  /** It ended while it waited: nobody was there to whom a call could say so. */
  z.object({ state: z.literal('failed'), error: AppError }),
]);
export type Registration = z.infer<typeof Registration>;

export const PasswordReset = z.discriminatedUnion('state', [
  z.object({ state: z.literal('idle') }),
  /** A mail is on its way. `waits`: the new password is chosen and is set when the link in the mail was opened. */
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
    /** Rejected with `registration_closed` where the server takes nobody. */
    registrationOffer: call(z.object({ server }), RegistrationOffer),
    /** While it is typed. Null: it is free. */
    checkUserName: call(
      z.object({ server, userName }),
      z.object({ problem: z.enum(['user_in_use', 'user_invalid', 'user_exclusive']).nullable() }),
    ),
    /**
     * Resolves when the account is there, or when the value `registration` says what comes next. What the server had accepted before,
     * such as a token that counts once, holds when it is called again. A guest becomes the account: server and user name are the
     * guest's own, whatever is given.
     */
    register: call(
      z.object({ server, userName, password: newPassword, email: email.nullable() }),
      nothing,
    ),
    agreeToTerms: call(nothing, nothing),
    giveRegistrationToken: call(z.object({ token: z.string().min(1).max(255) }), nothing),
    /** Asks at once instead of in a few seconds. Rejected with `email_unconfirmed` or `step_unfinished`. */
    checkRegistration: call(nothing, nothing),
    sendRegistrationMailAgain: call(nothing, nothing),
    openRegistrationPage: call(z.object({ place: PagePlace }), nothing),
    cancelRegistration: call(nothing, nothing),
    /** Resolves when the server has sent the mail, or says that it has. */
    beginPasswordReset: call(z.object({ server, email }), nothing),
    /** Resolves when the password is set, or when `passwordReset` waits for the link. `signOutOthers`: all devices of the account. */
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
