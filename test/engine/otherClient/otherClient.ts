// An app of others in a process of its own: matrix-nio on libolm (client.py), asked by lines of JSON. Keeps what it received.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { prepareOtherClient } from '../../homeserver/otherClient.cjs';

export type Content = Readonly<Record<string, unknown>>;

/** An event from the server, decrypted where possible. */
export interface OtherEvent {
  readonly type: string;
  readonly sender: string;
  readonly content: Content;
  readonly event_id: string;
  readonly room_id: string;
  /** It came encrypted. */
  readonly encrypted: boolean;
  /** It could not be decrypted. */
  readonly undecrypted: boolean;
}

export interface OtherToDevice {
  readonly type: string;
  readonly sender: string;
  readonly content: Content;
}

export interface SasState {
  readonly state: string;
  readonly emoji: readonly (readonly [symbol: string, name: string])[] | null;
  readonly verified: boolean;
  readonly trusted: boolean;
  readonly cancelCode: string;
}

export interface EncryptedFile {
  readonly url: string;
  readonly key: Content;
  readonly iv: string;
  readonly hashes: Content;
  readonly v: string;
}

export interface OtherClient {
  readonly userId: string;
  readonly deviceId: string;
  toDevice(type: string, userId: string, deviceId: string, content: Content): Promise<void>;
  /** It asks the server for the keys of that device. */
  know(userId: string, deviceId: string): Promise<void>;
  sasStart(userId: string, deviceId: string, transactionId: string): Promise<void>;
  sasAccept(transactionId: string): Promise<void>;
  sasConfirm(transactionId: string): Promise<void>;
  sasCancel(transactionId: string, reject: boolean): Promise<void>;
  /** Null: it has no such exchange. */
  sasState(transactionId: string): Promise<SasState | null>;
  join(roomId: string): Promise<void>;
  isEncrypted(roomId: string): Promise<boolean>;
  /** Encrypted where it takes the room for encrypted. Answers the event's id. */
  send(roomId: string, type: string, content: Content): Promise<string>;
  putState(roomId: string, type: string, stateKey: string, content: Content): Promise<string>;
  upload(data: Uint8Array, mimeType: string): Promise<string>;
  uploadEncrypted(data: Uint8Array): Promise<EncryptedFile>;
  download(uri: string): Promise<Buffer>;
  downloadEncrypted(file: EncryptedFile): Promise<Buffer>;
  /** The first event that fits, of what came and what will come. */
  event(fits: (event: OtherEvent) => boolean): Promise<OtherEvent>;
  /** Like `event`, for to-device messages. */
  toDeviceEvent(fits: (event: OtherToDevice) => boolean): Promise<OtherToDevice>;
  stop(): Promise<void>;
}

/** Received items, and the waiters for them. */
function received<T>() {
  const all: T[] = [];
  const lookers = new Set<() => void>();
  const tell = (): void => [...lookers].forEach((look) => look());
  let why: Error | null = null;
  return {
    add(one: T) {
      all.push(one);
      tell();
    },
    /** Rejects all waiters: no more items will come. */
    end(reason: Error) {
      why = reason;
      tell();
    },
    first: (fits: (one: T) => boolean): Promise<T> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = all.find(fits);
          if (found !== undefined) resolve(found);
          else if (why !== null) reject(why);
          else return;
          lookers.delete(look);
        };
        lookers.add(look);
        look();
      }),
  };
}

type Line = Readonly<Record<string, unknown>> & { readonly no?: number; readonly error?: string };

export async function startOtherClient(
  baseUrl: string,
  account: { readonly userId: string; readonly deviceId: string; readonly accessToken: string },
  claimsDehydrated = false,
): Promise<OtherClient> {
  const python = await prepareOtherClient();
  const folder = mkdtempSync(join(tmpdir(), 'trellis-nio-'));
  const child = spawn(python, [join(__dirname, 'client.py')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-4000);
  });
  const events = received<OtherEvent>();
  const toDevice = received<OtherToDevice>();
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let asked = 0;

  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    if ('event' in line) events.add(line['event'] as OtherEvent);
    else if ('toDevice' in line) toDevice.add(line['toDevice'] as OtherToDevice);
    else if (line.no !== undefined) {
      const waiting = open.get(line.no);
      open.delete(line.no);
      if (line.error !== undefined) waiting?.reject(new Error(line.error));
      else waiting?.resolve(line['answer']);
    }
  });
  // Its end is told below.
  child.stdin.on('error', () => undefined);
  let why: Error | null = null;
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      why = new Error(`the other client ended: ${said}`);
      for (const { reject } of open.values()) reject(why);
      open.clear();
      events.end(why);
      toDevice.end(why);
      resolve();
    });
  });

  const ask = <T>(name: string, args: Content = {}): Promise<T> =>
    new Promise<unknown>((resolve, reject) => {
      if (why !== null) return reject(why);
      const no = (asked += 1);
      open.set(no, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ no, do: name, with: args })}\n`);
    }) as Promise<T>;
  const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64');
  const bytes = (data: string): Buffer => Buffer.from(data, 'base64');

  const { userId, deviceId, accessToken } = account;
  const who = { user_id: userId, device_id: deviceId, access_token: accessToken };
  await ask('open', { base_url: baseUrl, folder, claims_dehydrated: claimsDehydrated, ...who });
  await ask('start');
  return {
    userId,
    deviceId,
    toDevice: (type, to, device, content) =>
      ask('to_device', { type, user_id: to, device_id: device, content }),
    know: (user_id, device_id) => ask('know', { user_id, device_id }),
    sasStart: (user_id, device_id, transaction_id) =>
      ask('sas_start', { user_id, device_id, transaction_id }),
    sasAccept: (transaction_id) => ask('sas_accept', { transaction_id }),
    sasConfirm: (transaction_id) => ask('sas_confirm', { transaction_id }),
    sasCancel: (transaction_id, reject) => ask('sas_cancel', { transaction_id, reject }),
    sasState: (transaction_id) => ask('sas_state', { transaction_id }),
    join: (room_id) => ask('join', { room_id }),
    isEncrypted: (room_id) => ask('is_encrypted', { room_id }),
    send: (room_id, type, content) => ask('send', { room_id, type, content }),
    putState: (room_id, type, state_key, content) =>
      ask('put_state', { room_id, type, state_key, content }),
    upload: async (data, mime_type) =>
      (await ask<{ uri: string }>('upload', { data: base64(data), mime_type, encrypt: false })).uri,
    uploadEncrypted: async (data) =>
      (
        await ask<{ file: EncryptedFile }>('upload', {
          ...{ data: base64(data), mime_type: '', encrypt: true },
        })
      ).file,
    download: async (uri) => bytes(await ask<string>('download', { uri, file: null })),
    downloadEncrypted: async (file) =>
      bytes(await ask<string>('download', { uri: file.url, file })),
    event: events.first,
    toDeviceEvent: toDevice.first,
    async stop() {
      child.stdin.end();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
