// The library's side of health: its secrets and backup of the account, and the requests that bring them here. All casts are here.
import { KeysBackupRequest } from '@matrix-org/matrix-sdk-crypto-wasm';
import { Method } from 'matrix-js-sdk';
import type { KeyBackupInfo } from 'matrix-js-sdk/lib/crypto-api';
import { createListeners } from '../../base/listeners';
import type { Rust } from '../library';

/** Which private keys are here. */
export interface PrivateKeys {
  readonly master: boolean;
  readonly selfSigning: boolean;
  readonly userSigning: boolean;
}

export interface HealthLibrary {
  privateKeys(): Promise<PrivateKeys>;
  /** The server's newest backup as it was asked for last; null: it has none; undefined: it could not be asked. */
  backup(): Promise<KeyBackupInfo | null | undefined>;
  /** Asks the own devices for the secrets that are missing here. */
  askForSecrets(): Promise<void>;
  /** Whether the own devices are asked for each room key that is missing when an event is tried; once for each key. */
  askForRoomKeys(asks: boolean): void;
  /** Puts all keys into the backup now; the library's own line may be in a pause after a failure. Throws that failure. */
  upload(): Promise<void>;
  /** Why keys could not be put into the backup the last time; null: they could. */
  uploadFailure(): unknown;
  onUpload(listener: () => void): () => void;
}

export function createHealthLibrary(rust: Rust): HealthLibrary {
  const { olmMachine: machine, outgoingRequestProcessor: processor } = rust;
  const uploads = createListeners();
  let failure: unknown = null;

  function ended(thrown: unknown): void {
    const differs = failure !== thrown;
    failure = thrown;
    if (differs) uploads.tell();
  }

  const make = processor.makeOutgoingRequest.bind(processor);
  processor.makeOutgoingRequest = async (request, auth) => {
    if (!(request instanceof KeysBackupRequest)) return make(request, auth);
    try {
      await put(request);
      ended(null);
    } catch (thrown) {
      ended(thrown);
      throw thrown;
    }
  };

  /** The library's own way repeats a failure for a quarter of a minute before anybody hears of it; its line comes again anyway. */
  async function put({ id, type, version, body }: KeysBackupRequest): Promise<void> {
    const path = '/_matrix/client/v3/room_keys/keys';
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const options = { json: false as const, headers, prefix: '', priority: 'auto' as const };
    const answer = await rust.http.authedRequest<string>(
      Method.Put,
      path,
      { version },
      body,
      options,
    );
    await machine.markRequestAsSent(id, type, answer);
  }

  return {
    async privateKeys() {
      const { hasMaster, hasSelfSigning, hasUserSigning } = await machine.crossSigningStatus();
      return { master: hasMaster, selfSigning: hasSelfSigning, userSigning: hasUserSigning };
    },
    backup: () => rust.backupManager.getServerBackupInfo(),
    async askForSecrets() {
      await machine.requestMissingSecretsIfNeeded();
      await rust.outgoingRequestsManager.doProcessOutgoingRequests();
    },
    askForRoomKeys(asks) {
      machine.roomKeyRequestsEnabled = asks;
    },
    async upload() {
      for (
        let request = await machine.backupRoomKeys();
        request !== undefined;
        request = await machine.backupRoomKeys()
      )
        await processor.makeOutgoingRequest(request);
    },
    uploadFailure: () => failure,
    onUpload: uploads.add,
  };
}
