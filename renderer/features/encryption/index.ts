export { EncryptionPage, type EncryptionPageProps } from './EncryptionPage';
export { BackupPage, type BackupPageProps } from './BackupPage';
export { RecoveryKeyView } from './RecoveryKeyView';
export { UnlockDialog } from './UnlockForm';
