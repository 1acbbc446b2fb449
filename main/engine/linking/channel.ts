// The sealed line between two devices (MSC4108), over a rendezvous that anybody may read and change: the library's ECIES, whose public key is in the
// code that one of them shows. Must not know what is said on it.
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
  /** The two digits that a person compares. */
  readonly checkCode: string;
  send(payload: Payload): Promise<void>;
  /** As the last word, whatever was given up. */
  leave(payload: Payload): Promise<void>;
  /** @throws LinkEnded `insecure` for what the other device did not write */
  receive(): Promise<Record<string, unknown>>;
}

/** Whose code it is: of a device that wants in, or of one that is signed in. */
export type CodeSide = 'new' | 'own';

export interface ReadCode {
  readonly side: CodeSide;
  readonly url: string;
  /** Of a device that is signed in: where it is. */
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

/** What was changed on the way cannot be opened. */
function opened<T>(work: () => T): T {
  try {
    return work();
  } catch {
    // The library's own words help nobody.
    throw new LinkEnded('insecure');
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(text);
    if (isRecord(payload)) return payload;
  } catch {
    // No JSON: as any other message that nobody expects.
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

/** A code for this rendezvous. `server`: of a device that is signed in; null: this device wants in. */
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

/** Null: no code of this kind. */
export async function readCode(bytes: Uint8Array): Promise<ReadCode | null> {
  await initAsync();
  let code: QrCodeData;
  try {
    code = QrCodeData.fromBytes(bytes);
  } catch {
    // Any other picture.
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
