// The encrypted channel between two devices (MSC4108), over a rendezvous that anybody may read and change: the library's ECIES, whose
// public key is in the code that one of them shows. Must not know what is sent on it.
import { Ecies, initAsync, QrCodeData, QrCodeIntent } from '@matrix-org/matrix-sdk-crypto-wasm';
import type { EstablishedEcies } from '@matrix-org/matrix-sdk-crypto-wasm';
import { isRecord } from '../base/record';
import { LinkEnded } from './ended';
import type { Rendezvous } from './rendezvous';

export interface Payload {
  readonly type: string;
  readonly [member: string]: unknown;
}

export interface Channel {
  /** The two digits that the user compares. */
  readonly checkCode: string;
  send(payload: Payload): Promise<void>;
  /** Sends a last message, also after the attempt was cancelled. */
  leave(payload: Payload): Promise<void>;
  /** @throws LinkEnded `insecure` for a message that the other device did not write */
  receive(): Promise<Record<string, unknown>>;
}

/** The device that shows the code: a new one, or one that is signed in. */
export type CodeSide = 'new' | 'own';

export interface ReadCode {
  readonly side: CodeSide;
  readonly url: string;
  /** In the code of a signed-in device: its homeserver; else null. */
  readonly server: string | null;
  open(rendezvous: Rendezvous): Promise<Channel>;
}

export interface ShownCode {
  readonly bytes: Uint8Array;
  /** Resolves when a device has read the code and answered. */
  accept(): Promise<Channel>;
}

const initiate = 'MATRIX_QR_CODE_LOGIN_INITIATE';
const okay = 'MATRIX_QR_CODE_LOGIN_OK';

/** Decrypts; a message that was changed on the way cannot be decrypted. */
function opened<T>(work: () => T): T {
  try {
    return work();
  } catch {
    // The library's own error texts have no use.
    throw new LinkEnded('insecure');
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(text);
    if (isRecord(payload)) return payload;
  } catch {
    // No JSON: treated like any other unexpected message.
  }
  throw new LinkEnded('unexpected');
}

const channelOf = (rendezvous: Rendezvous, sealed: EstablishedEcies): Channel => ({
  checkCode: [...sealed.check_code().as_bytes()].map((byte) => String(byte % 10)).join(''),
  send: (payload) => rendezvous.send(sealed.encrypt(JSON.stringify(payload))),
  leave: (payload) => rendezvous.leave(sealed.encrypt(JSON.stringify(payload))),
  async receive() {
    const text = await rendezvous.receive();
    return parsed(opened(() => sealed.decrypt(text)));
  },
});

/** Makes a code for this rendezvous. `server`: the homeserver of a signed-in device; null: this device is the new one. */
export async function showCode(rendezvous: Rendezvous, server: string | null): Promise<ShownCode> {
  await initAsync();
  const ecies = new Ecies();
  const code = new QrCodeData(ecies.public_key(), rendezvous.url, server);
  return {
    bytes: code.toBytes(),
    async accept() {
      const text = await rendezvous.receive();
      const { channel, message } = opened(() => ecies.establish_inbound_channel(text));
      if (message !== initiate) throw new LinkEnded('insecure');
      await rendezvous.send(channel.encrypt(okay));
      return channelOf(rendezvous, channel);
    },
  };
}

/** Null: the bytes are no code of this kind. */
export async function readCode(bytes: Uint8Array): Promise<ReadCode | null> {
  await initAsync();
  let code: QrCodeData;
  try {
    code = QrCodeData.fromBytes(bytes);
  } catch {
    // The bytes are something else.
    return null;
  }
  const { rendezvousUrl: url, publicKey, mode, serverName } = code;
  if (url === undefined || code.intentData.msc4108 === undefined) return null;
  return {
    side: mode === QrCodeIntent.Login ? 'new' : 'own',
    url,
    server: serverName ?? null,
    async open(rendezvous) {
      const { channel, initial_message: first } = opened(() =>
        new Ecies().establish_outbound_channel(publicKey, initiate),
      );
      await rendezvous.send(first);
      const text = await rendezvous.receive();
      if (opened(() => channel.decrypt(text)) !== okay) throw new LinkEnded('insecure');
      return channelOf(rendezvous, channel);
    },
  };
}
