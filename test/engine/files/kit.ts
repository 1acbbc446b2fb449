// Signed-in accounts with encryption and the acts on files, against a real homeserver.
import { createFileActs, type FileActs } from '#engine/files/acts/acts';
import { publishFile } from '#engine/files/publish';
import { systemClock } from '#engine/base/clock';
import { createMemberLoader } from '#engine/rooms/memberLoader';
import { createMembership, type Membership } from '#engine/rooms/membership';
import type { Clock } from '#engine/base/types';
import { entryIds, stateContent } from './look';
import type { Homeserver } from '../../homeserver/homeserver.cjs';
import { createEngine, log, nextRequestId, type TestEngine } from '../crypto/harness';

export const password = 'correct horse battery';

export interface FilesKit extends TestEngine {
  readonly membership: Membership;
  readonly files: FileActs;
  tree(name: string): Promise<string>;
  directory(parentId: string, name: string): Promise<string>;
  /** In one go: what a restart would have to know is not kept. */
  move(roomId: string, fromId: string, toId: string): Promise<void>;
  /** A message of an encrypted file and its entry; the file's bytes are not there. Answers the entry. */
  file(roomId: string, name: string, versionOf?: string | null): Promise<string>;
  state(roomId: string, type: string, key?: string): Record<string, unknown> | null;
  entries(roomId: string): Record<string, Record<string, unknown>>;
  membershipOf(roomId: string): string | null;
  untilState(
    roomId: string,
    type: string,
    key: string,
    fits: (content: Record<string, unknown>) => boolean,
  ): Promise<void>;
  close(): Promise<void>;
}

export interface KitOptions {
  readonly baseUrl?: string;
  readonly clock?: Clock;
  /** Default true: identity and cross-signing, so that old keys can be shared. */
  readonly identity?: boolean;
  readonly folder?: string;
  readonly key?: Uint8Array;
  readonly account?: TestEngine['account'];
}

export async function filesKit(
  server: Homeserver,
  username: string,
  options: KitOptions = {},
): Promise<FilesKit> {
  const account = options.account ?? (await server.registerUser({ username, password }));
  const { folder, key } = options;
  const engine = await createEngine({
    baseUrl: options.baseUrl ?? server.baseUrl,
    account,
    ...(options.identity === undefined ? {} : { identity: options.identity }),
    ...(folder === undefined ? {} : { folder }),
    ...(key === undefined ? {} : { key }),
  });
  if (options.identity !== false) await engine.crypto.bootstrap(password);
  const clock = options.clock ?? systemClock();
  const { http, store, userId, crypto } = engine;
  const deps = { http, store, ownUserId: userId, clock, log };
  const membership = createMembership(deps, createMemberLoader(deps), crypto.history);
  const files = createFileActs({ ...deps, membership, crypto });
  files.start();
  const kit: FilesKit = {
    ...engine,
    membership,
    files,
    tree: (name) => files.createDirectory({ requestId: nextRequestId(), name, parentId: null }),
    directory: (parentId, name) =>
      files.createDirectory({ requestId: nextRequestId(), name, parentId }),
    move: (roomId, fromId, toId) =>
      files.place.move({ roomId, fromId, toId }, { steps: {}, save: () => undefined }),
    async file(roomId, name, versionOf = null) {
      const file = encryptedFile(name);
      const published = { name, file, info: { mimetype: 'text/plain', size: 3 }, versionOf };
      const target = { roomId, txnId: nextRequestId() };
      const entryId = await publishFile(
        { http, crypto, store, ownUserId: userId },
        target,
        published,
        {},
        () => undefined,
      );
      await kit.untilState(roomId, branch, entryId, (content) => content['active'] === true);
      return entryId;
    },
    state: (roomId, type, stateKey = '') => stateContent(store, roomId, type, stateKey),
    entries: (roomId) =>
      Object.fromEntries(
        entryIds(store, roomId).map((id) => [id, kit.state(roomId, branch, id) ?? {}]),
      ),
    membershipOf: (roomId) => membershipOf(engine, roomId),
    untilState: (roomId, type, stateKey, fits) =>
      engine.until(`${type} ${stateKey}`, () => {
        const content = stateContent(store, roomId, type, stateKey);
        return content !== null && fits(content);
      }),
    async close() {
      files.stop();
      await engine.destroy();
    },
  };
  return kit;
}

export const branch = 'org.matrix.msc3089.branch';

export const encryptedFile = (name: string) => ({
  v: 'v2',
  url: `mxc://localhost/${Buffer.from(name).toString('hex').slice(0, 24)}`,
  key: {
    kty: 'oct',
    alg: 'A256CTR',
    ext: true,
    key_ops: ['encrypt', 'decrypt'],
    k: 'a'.repeat(43),
  },
  iv: 'AAAAAAAAAAAAAAAAAAAAAA',
  hashes: { sha256: 'b'.repeat(43) },
});

const membershipOf = ({ store }: TestEngine, roomId: string): string | null =>
  (store.db.prepare('SELECT membership FROM rooms WHERE room_id = ?').pluck().get(roomId) as
    string | undefined) ?? null;
