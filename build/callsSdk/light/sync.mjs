// What the call classes read of matrix-js-sdk's sync.js.
export const SyncState = { Syncing: 'SYNCING' };
