// The other side of a verification: matrix-js-sdk's own client with its own sync. What it does by itself is what an app on it would do: it
// accepts the emoji exchange that the other side begins, and tells when its code was read.
import { createClient, type MatrixClient } from 'matrix-js-sdk';
import {
  CryptoEvent,
  VerificationPhase,
  VerificationRequestEvent,
  VerifierEvent,
  type ShowQrCodeCallbacks,
  type ShowSasCallbacks,
  type VerificationRequest,
  type Verifier,
} from 'matrix-js-sdk/lib/crypto-api';
import type { Homeserver } from '../../../homeserver/homeserver.cjs';

export interface Asked {
  readonly request: VerificationRequest;
  /** Begins or goes along with the exchange of emoji. */
  begin(): Promise<void>;
  sas(): Promise<ShowSasCallbacks>;
  /** The bytes of its code. */
  code(): Promise<Uint8Array>;
  /** Reads ours. */
  read(code: Uint8Array): Promise<void>;
  /** Our side has read its code. */
  wasRead(): Promise<ShowQrCodeCallbacks>;
  phase(phase: VerificationPhase): Promise<void>;
}

export interface Peer {
  readonly client: MatrixClient;
  readonly userId: string;
  readonly deviceId: string;
  readonly crypto: NonNullable<ReturnType<MatrixClient['getCrypto']>>;
  /** The next request that comes, or one that came and nobody has taken. */
  asked(): Promise<Asked>;
  /** One that this side sent. */
  follow(request: VerificationRequest): Asked;
  stop(): void;
}

/** A promise that is looked at by whoever waits for something of the peer; keeps the process alive. */
function waiting<T>(
  subscribe: (look: () => void) => () => void,
  find: () => T | undefined,
): Promise<T> {
  return new Promise((resolve) => {
    const alive = setInterval(() => undefined, 500);
    let dispose: () => void = () => undefined;
    const look = (): void => {
      const found = find();
      if (found === undefined) return;
      clearInterval(alive);
      dispose();
      resolve(found);
    };
    dispose = subscribe(look);
    look();
  });
}

function follow(request: VerificationRequest): Asked {
  let shown: ShowSasCallbacks | undefined;
  const tellers = new Set<() => void>();
  const followed = new WeakSet<Verifier>();
  const tell = (): void => {
    const { verifier } = request;
    if (verifier !== undefined && !followed.has(verifier)) {
      followed.add(verifier);
      verifier.on(VerifierEvent.ShowSas, (callbacks) => {
        shown = callbacks;
        tell();
      });
      // It ends with the request, whose phase is looked at.
      verifier.verify().catch(() => undefined);
    }
    shown ??= verifier?.getShowSasCallbacks() ?? undefined;
    for (const look of [...tellers]) look();
  };
  request.on(VerificationRequestEvent.Change, tell);
  const subscribe = (look: () => void) => {
    tellers.add(look);
    return () => void tellers.delete(look);
  };
  tell();
  return {
    request,
    async begin() {
      await waiting(subscribe, () => request.phase === VerificationPhase.Ready || undefined);
      await request.startVerification('m.sas.v1');
      tell();
    },
    sas: () => waiting(subscribe, () => shown),
    async code() {
      await waiting(subscribe, () => request.phase === VerificationPhase.Ready || undefined);
      const code = await request.generateQRCode();
      if (code === undefined) throw new Error('no code');
      return new Uint8Array(code);
    },
    async read(code) {
      await waiting(subscribe, () => request.phase === VerificationPhase.Ready || undefined);
      await request.scanQRCode(new Uint8ClampedArray(code));
      tell();
    },
    wasRead: () =>
      waiting(subscribe, () => request.verifier?.getReciprocateQrCodeCallbacks() ?? undefined),
    async phase(phase) {
      await waiting(subscribe, () => request.phase === phase || undefined);
    },
  };
}

export async function makePeer(
  server: Pick<Homeserver, 'baseUrl'>,
  account: { userId: string; deviceId: string; accessToken: string },
  password: string,
  identity: boolean,
): Promise<Peer> {
  const { userId, deviceId } = account;
  const client = createClient({ ...account, baseUrl: server.baseUrl, disableVoip: true });
  await client.initRustCrypto({ useIndexedDB: false });
  const crypto = client.getCrypto();
  if (crypto === undefined) throw new Error('no crypto');
  const came: VerificationRequest[] = [];
  const tellers = new Set<() => void>();
  // Before the first answer of sync: a request in it is told once.
  client.on(CryptoEvent.VerificationRequestReceived, (request) => {
    came.push(request);
    for (const look of [...tellers]) look();
  });
  if (identity)
    await crypto.bootstrapCrossSigning({
      authUploadDeviceSigningKeys: async (request) => {
        const identifier = { type: 'm.id.user', user: userId };
        await request({ type: 'm.login.password', identifier, password });
      },
    });
  await client.startClient({ initialSyncLimit: 20, pollTimeout: 5_000 });
  return {
    client,
    userId,
    deviceId,
    crypto,
    follow,
    asked: async () =>
      follow(
        await waiting(
          (look) => {
            tellers.add(look);
            return () => void tellers.delete(look);
          },
          () => came.shift(),
        ),
      ),
    stop: () => client.stopClient(),
  };
}
