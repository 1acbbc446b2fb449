import { later } from '#app/later';

export type { BackupPageProps } from './BackupPage';
export type { EncryptionPageProps } from './EncryptionPage';

export { WithheldKeys } from './WithheldKeys';

export const EncryptionPage = later(async () => (await import('./EncryptionPage')).EncryptionPage);
export const Health = later(async () => (await import('./health/Health')).Health);
export const BackupPage = later(async () => (await import('./BackupPage')).BackupPage);
export const UnlockDialog = later(async () => (await import('./UnlockForm')).UnlockDialog);
