// The files of the crypto library's two databases (D7). No SDK: signing out needs the names as well.

/** The file of a database of the library. */
export const cryptoFileName = (databaseName: string): string =>
  databaseName.endsWith('meta') ? 'crypto-meta.db' : 'crypto.db';

/** Everything that SQLite keeps for them in a profile folder. */
export const cryptoFiles: readonly string[] = ['crypto.db', 'crypto-meta.db'].flatMap((file) => [
  file,
  `${file}-wal`,
  `${file}-shm`,
]);
