// Keys go into the backup soon after they are made. The SDK waits up to ten seconds before, by chance, so that many devices do not come to a
// server at once, and says that tests may wait less.
import { RustBackupManager } from 'matrix-js-sdk/lib/rust-crypto/backup';

Object.assign(RustBackupManager, { maxBackupLoopStartDelayMillis: 500 });
