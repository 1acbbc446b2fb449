export { EncryptionPage, type EncryptionPageProps } from './EncryptionPage';
export { SetUpBackupPage } from './SetUpBackupPage';
export { RecoveryKeyView } from './RecoveryKeyView';
export { UnlockDialog } from './UnlockForm';
