// Stores drafts: text that was typed but not sent, one row per conversation, i.e. a room or a thread.
import { all, get, run, type Database } from '../sqlite/statements';
import { draftFileRooms, moveDraftFiles } from './draftFiles';

interface StoredMention {
  readonly start: number;
  readonly end: number;
  readonly id: string;
}

/** A mention in the first format of drafts: every `@name` in the text stood for the person. */
interface NamedPerson {
  readonly userId: string;
  readonly name: string;
}

/** The new words of a message that is being edited, beside the text that was typed before. */
export interface StoredEdit {
  /** The id of the message; its key in the outbox while it is being sent. */
  readonly eventId: string;
  readonly text: string;
  readonly mentions: StoredMention[];
}

export interface StoredDraft {
  readonly text: string;
  readonly replyTo: string | null;
  readonly editing: StoredEdit | null;
  /** Names in the text that stand for somebody, in UTF-16 units. */
  readonly mentions?: StoredMention[] | undefined;
}

/** Finds the mentions in drafts of the first format; the longest name first, because one may begin with another. */
function located(text: string, people: readonly NamedPerson[]): StoredMention[] {
  const found: StoredMention[] = [];
  for (const { userId, name } of [...people].sort((a, b) => b.name.length - a.name.length)) {
    const shown = `@${name}`;
    for (let at = text.indexOf(shown); at >= 0; at = text.indexOf(shown, at + shown.length)) {
      const end = at + shown.length;
      const isFree = found.every((other) => other.end <= at || other.start >= end);
      if (isFree) found.push({ start: at, end, id: userId });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function parsed(content: string): StoredDraft {
  const draft = JSON.parse(content) as Omit<StoredDraft, 'mentions'> & {
    readonly mentions?: (StoredMention | NamedPerson)[];
  };
  const { mentions = [], ...rest } = draft;
  const people = mentions.filter((mention) => 'userId' in mention);
  const kept = mentions.filter((mention) => 'id' in mention);
  const all = [...kept, ...located(draft.text, people)];
  return all.length === 0 ? rest : { ...rest, mentions: all };
}

export function getDraft(
  db: Database,
  roomNo: number,
  rootEventId: string | null = null,
): StoredDraft | null {
  const row = get<{ content: string }>(
    db,
    'SELECT content FROM drafts WHERE room_no = ? AND root_event_id = ?',
    roomNo,
    rootEventId ?? '',
  );
  return row === null ? null : parsed(row.content);
}

/** All drafts of a room, that of the room itself first. */
export const draftsOfRoom = (
  db: Database,
  roomNo: number,
): (StoredDraft & { readonly threadId: string | null })[] =>
  all<{ root: string; content: string }>(
    db,
    'SELECT root_event_id AS root, content FROM drafts WHERE room_no = ? ORDER BY root_event_id',
    roomNo,
  ).map(({ root, content }) => ({ ...parsed(content), threadId: root === '' ? null : root }));

/** Whether words wait in the room or in one of its threads. */
export const hasWords = (db: Database, roomNo: number): boolean =>
  draftsOfRoom(db, roomNo).some((draft) => wordsOfDraft(draft).text.trim() !== '');

/** The typed words: the text, else that of an edit. */
export const wordsOfDraft = ({
  text,
  mentions,
  editing,
}: StoredDraft): Pick<StoredDraft, 'text' | 'mentions'> =>
  text.trim() === '' && editing !== null ? editing : { text, mentions };

/** How many conversations have one, written, spoken or of files: a reply without words is none. */
export const countDrafts = (db: Database): number =>
  get<{ count: number }>(
    db,
    `SELECT count(*) AS count FROM (
       SELECT room_no, root_event_id FROM drafts
       WHERE trim(json_extract(content, '$.text') || coalesce(json_extract(content, '$.editing.text'), '')) <> ''
       UNION SELECT room_no, root_event_id FROM recordings
       UNION ${draftFileRooms})`,
  )?.count ?? 0;

const removeDraft = (db: Database, roomNo: number, root: string): void =>
  void run(db, 'DELETE FROM drafts WHERE room_no = ? AND root_event_id = ?', roomNo, root);

/** In the transaction that keeps a message: its draft ends, also an earlier state of it that was saved while it was being typed. */
export function endDraft(
  db: Database,
  roomNo: number,
  rootEventId: string | null,
  sent: { readonly text: string; readonly replyTo: string | null },
): boolean {
  const draft = getDraft(db, roomNo, rootEventId);
  if (draft === null || draft.editing !== null || draft.replyTo !== sent.replyTo) return false;
  if (!sent.text.trimStart().startsWith(draft.text.trim())) return false;
  removeDraft(db, roomNo, rootEventId ?? '');
  return true;
}

/** In the transaction that keeps the new words of a message: they are no draft any more. Answers whether they were. */
export function endEdit(db: Database, roomNo: number, eventId: string): boolean {
  const { changes } = run(
    db,
    `UPDATE drafts SET content = json_set(content, '$.editing', NULL)
     WHERE room_no = ? AND json_extract(content, '$.editing.eventId') = ?`,
    roomNo,
    eventId,
  );
  if (changes === 0) return false;
  run(
    db,
    `DELETE FROM drafts WHERE room_no = ? AND json_extract(content, '$.text') = ''
     AND coalesce(json_extract(content, '$.replyTo'), json_extract(content, '$.editing')) IS NULL`,
    roomNo,
  );
  return true;
}

/** Without text, reply or edit. */
export const isNoDraft = ({ text, replyTo, editing }: StoredDraft): boolean =>
  text === '' && replyTo === null && editing === null;

/** An empty draft without reply or edit removes the row. */
export function putDraft(
  db: Database,
  roomNo: number,
  draft: StoredDraft,
  nowMs: number,
  rootEventId: string | null = null,
): void {
  const root = rootEventId ?? '';
  if (isNoDraft(draft)) {
    removeDraft(db, roomNo, root);
    return;
  }
  run(
    db,
    `INSERT INTO drafts(room_no, root_event_id, content, updated_ms) VALUES (?,?,?,?)
     ON CONFLICT(room_no, root_event_id) DO UPDATE SET content = excluded.content, updated_ms = excluded.updated_ms`,
    roomNo,
    root,
    JSON.stringify({
      text: draft.text,
      replyTo: draft.replyTo,
      editing: draft.editing,
      mentions: draft.mentions,
    }),
    nowMs,
  );
}

/**
 * The words of a room's draft become that of another room, which has none; a reply or an edit in it meant a message of the first, so that
 * they are words alone. An edit beside a text stays behind. Answers whether there was a draft to carry.
 */
export function carryDraft(db: Database, roomNo: number, toNo: number): boolean {
  const updated = 'SELECT updated_ms AS ms FROM drafts WHERE room_no = ? AND root_event_id = ?';
  const nowMs = get<{ ms: number }>(db, updated, roomNo, '')?.ms ?? 0;
  moveDraftFiles(db, roomNo, toNo);
  const draft = getDraft(db, roomNo);
  if (draft === null || getDraft(db, toNo) !== null) return false;
  const { text, mentions } = wordsOfDraft(draft);
  if (text !== '')
    run(
      db,
      `INSERT INTO drafts(room_no, root_event_id, content, updated_ms)
       SELECT ?, '', ?, updated_ms FROM drafts WHERE room_no = ? AND root_event_id = ''`,
      ...[toNo, JSON.stringify({ text, replyTo: null, editing: null, mentions }), roomNo],
    );
  const { editing } = draft;
  const isLeft = editing !== null && text !== editing.text && editing.text.trim() !== '';
  putDraft(db, roomNo, { text: '', replyTo: null, editing: isLeft ? editing : null }, nowMs);
  return true;
}
