import { later } from '#app/later';

export type { BackupPageProps } from './BackupPage';
export type { EncryptionPageProps } from './EncryptionPage';

/** Drawn beside what one does: it waits for the first picture. */
export const KeyReplaced = later(async () => (await import('./KeyReplaced')).KeyReplaced, {
  afterFirst: true,
});
/** Mostly empty: it is no part of the room's script, which is read before the room is drawn. */
export const WithheldKeys = later(async () => (await import('./WithheldKeys')).WithheldKeys);
export const EncryptionPage = later(async () => (await import('./EncryptionPage')).EncryptionPage);
export const Health = later(async () => (await import('./health/Health')).Health);
export const BackupPage = later(async () => (await import('./BackupPage')).BackupPage);
export const UnlockDialog = later(async () => (await import('./Unlocking')).UnlockDialog);
