// Every file that a readable message brought, as a row: of directories and of ordinary rooms. Everything in a content is a claim and is
// checked here. Runs inside the transaction that brings the message or its plaintext.
import { isRecord, textOf } from '../events/types';
import { fold } from '../rooms/fold';
import { get, run, type Database } from '../sqlite/statements';
import { settleEntry, settleSuperseded } from './entries';
import { kindOf } from './kinds';
import { cleanFileName } from './names';

type Content = Record<string, unknown>;

const fileTypes: ReadonlySet<unknown> = new Set(['m.file', 'm.image', 'm.video', 'm.audio']);

export const isFileType = (type: unknown): type is string => fileTypes.has(type);

/** Whether a message carries a file. Cheap: asked for every message. */
export const isFileContent = (type: string, content: Content): boolean =>
  type === 'm.room.message' && fileTypes.has(content['msgtype']);

/** Fields that identify a message, besides its content. */
export interface FileMessage {
  readonly eventNo: number;
  readonly roomNo: number;
  readonly eventId: string;
  readonly sender: string;
  readonly ts: number;
  /** The content that everybody can read: the relation stands there. */
  readonly clear: Content;
}

const mxcText = /^mxc:\/\/[^\s/?#\\]+\/[A-Za-z0-9_-]+$/;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const keyText = /^[A-Za-z0-9_-]{43}=?$/;

const addressOf = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 1_000 && mxcText.test(value) ? value : null;

function hasKeys(file: Content): boolean {
  const key = isRecord(file['key']) ? file['key'] : {};
  const hashes = isRecord(file['hashes']) ? file['hashes'] : {};
  const iv = file['iv'];
  const sha256 = hashes['sha256'];
  return (
    file['v'] === 'v2' &&
    key['alg'] === 'A256CTR' &&
    key['kty'] === 'oct' &&
    typeof key['k'] === 'string' &&
    keyText.test(key['k']) &&
    typeof iv === 'string' &&
    base64.test(iv) &&
    typeof sha256 === 'string' &&
    base64.test(sha256)
  );
}

interface Address {
  readonly mxc: string | null;
  readonly problem: 'no_address' | 'no_keys' | null;
}

function addressIn(content: Content): Address {
  const file = content['file'];
  if (!isRecord(file)) {
    if (file !== undefined && file !== null) return { mxc: null, problem: 'no_keys' };
    const mxc = addressOf(content['url']);
    return { mxc, problem: mxc === null ? 'no_address' : null };
  }
  const mxc = addressOf(file['url']);
  if (mxc === null) return { mxc, problem: 'no_address' };
  return { mxc, problem: hasKeys(file) ? null : 'no_keys' };
}

/** The message that this one edits. */
export function replacedBy(clear: Content): string | null {
  const relates = clear['m.relates_to'];
  if (!isRecord(relates) || relates['rel_type'] !== 'm.replace') return null;
  const target = textOf(relates['event_id']);
  return target === null ? null : target.slice(0, 255);
}

const sizeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

interface FileFacts {
  readonly name: string;
  readonly oddName: number;
  readonly extension: string;
  readonly kind: string;
  readonly mimeType: string | null;
  readonly sizeBytes: number | null;
  readonly mxc: string | null;
  readonly problem: 'no_address' | 'no_keys' | null;
}

/** Checked facts of a content about its file. */
export function fileFacts(content: Content): FileFacts {
  const info = isRecord(content['info']) ? content['info'] : {};
  const mimeType = textOf(info['mimetype'])?.slice(0, 255) ?? null;
  const { name, odd, extension } = cleanFileName(textOf(content['filename']) ?? content['body']);
  const kind = kindOf(extension, mimeType);
  const sizeBytes = sizeOf(info['size']);
  return {
    name,
    oddName: odd ? 1 : 0,
    extension,
    kind,
    mimeType,
    sizeBytes,
    ...addressIn(content),
  };
}

/** Writes the row of a message for which {@link isFileContent} holds; a second time changes nothing. */
export function putFile(db: Database, message: FileMessage, content: Content): void {
  const { roomNo, eventId } = message;
  const replaces = replacedBy(message.clear);
  const fresh = content['m.new_content'];
  const shown =
    replaces !== null && isRecord(fresh) && fileTypes.has(fresh['msgtype']) ? fresh : content;
  const file = fileFacts(shown);
  run(
    db,
    `INSERT INTO files(event_no, room_no, event_id, sender, ts, msgtype, name, odd_name, name_folded, extension, kind,
       mime_type, size_bytes, mxc, replaces, problem) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING`,
    message.eventNo,
    roomNo,
    eventId,
    message.sender,
    message.ts,
    String(shown['msgtype']),
    file.name,
    file.oddName,
    fold(file.name),
    file.extension,
    file.kind,
    file.mimeType,
    file.sizeBytes,
    file.mxc,
    replaces,
    file.problem,
  );
  settleEntry(db, roomNo, eventId);
  if (replaces !== null) settleSuperseded(db, roomNo, replaces);
}

/** The message was redacted: nothing of the file stays, and its entry says so. */
export function dropFile(db: Database, eventNo: number): void {
  const event = get<{ room_no: number; event_id: string; replaces: string | null }>(
    db,
    `SELECT e.room_no, e.event_id, f.replaces FROM events e LEFT JOIN files f ON f.event_no = e.event_no
     WHERE e.event_no = ?`,
    eventNo,
  );
  if (event === null) return;
  run(db, 'DELETE FROM files WHERE event_no = ?', eventNo);
  settleEntry(db, event.room_no, event.event_id);
  if (event.replaces !== null) settleSuperseded(db, event.room_no, event.replaces);
}
