// The list `files`: files wherever they are, in directories and in ordinary rooms, found by name, kind, sender and time. No SDK.
import { getEvent, getEventsByNo } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { galleryShown } from '#stores/files/galleries';
import { fold } from '#stores/rooms/fold';
import { roomNoOf } from '#stores/rooms/rooms';
import { getMembersAt } from '#stores/rooms/state';
import type { EngineContract } from '#contract/engine';
import type { FoundFile } from '#contract/areas/files/filesModels';
import type { ListQuery } from '#contract/wire/shapes';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import type { Store } from '#stores/sqlite/store';
import { effective } from '../events/relations';
import { mediaOf } from '../files/fileRows';
import { readFound, type FoundRow } from '../files/found';
import { readKept, type Kept } from '../files/onDisk';
import { looksOf } from '../files/warnings';
import type { FileViewDeps } from './fileView';
import { galleryMedia } from '../kinds/messages/gallery';
import { trustOfMessage } from '../kinds/trust';
import { toPerson } from '../rooms/people';
import { keptFrom } from '../rooms/visibility';
import { growing, reading } from './reading';
import type { PagedView, Sink } from './view';

const minMs = 100;

const keyOf = ({ room_no: roomNo, event_id: eventId, part }: FoundRow): string =>
  part === null ? `${roomNo}:${eventId}` : `${roomNo}:${eventId}:${part}`;

function mediaOfRow(db: Store['db'], event: StoredEvent, row: FoundRow): MediaRef | null {
  const replaces = row.replaces !== null;
  if (row.part === null) return mediaOf(db, event, replaces);
  return (
    galleryMedia(db, galleryShown(effective(event).content, replaces), row.part)?.media ?? null
  );
}

export function createFoundFilesView(
  deps: FileViewDeps,
  query: ListQuery<EngineContract, 'files'>,
  sink: Sink<readonly FoundFile[]>,
): PagedView {
  const { db } = deps.store;
  const window = { limit: query.limit, complete: false };
  const made = new Map<string, { sign: string; file: FoundFile }>();
  /** Lines of the files that were found by their text, so that a long file is searched only once. */
  const lines = new Map<number, FoundFile['inside'] | null>();
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  /** Moderators hide the original message, even if its newest edit is shown. */
  function originalNo({ event_no: eventNo, room_no: roomNo, replaces }: FoundRow): number {
    const original = replaces === null ? null : getEvent(db, roomNo, replaces);
    return original?.eventNo ?? eventNo;
  }

  /** The rows without those that moderators hid from this account. */
  function shownOf(rows: readonly FoundRow[], ownUserId: string): readonly FoundRow[] {
    const targets = rows.map((row) => ({
      eventNo: originalNo(row),
      roomNo: row.room_no,
      sender: row.sender,
    }));
    const kept = keptFrom(db, ownUserId, targets);
    return kept.size === 0 ? rows : rows.filter((_, at) => !kept.has(targets[at]?.eventNo ?? 0));
  }

  function whereOf(row: FoundRow): string {
    if (row.is_tree === 0) return row.room_name;
    const path = deps.forest.read().pathOf(row.room_id);
    return [...path.map((above) => above.name), row.room_name].join(' / ');
  }

  function make(rows: readonly FoundRow[]): void {
    const events = getEventsByNo(
      db,
      rows.map((row) => row.event_no),
    );
    const member = getMembersAt(
      db,
      rows.map((row) => [row.room_no, row.sender] as const),
    );
    for (const row of rows) {
      const event = events.get(row.event_no) ?? null;
      const media = event === null ? null : mediaOfRow(db, event, row);
      const trust = event === null ? 'ok' : trustOfMessage(db, event);
      const shown = { name: row.shown_name, odd: row.shown_odd !== 0 };
      const sent = {
        name: row.name,
        odd: row.odd_name !== 0,
        extension: row.extension,
        mimeType: row.mime_type,
      };
      made.set(keyOf(row), {
        sign: signOf(row),
        file: {
          key: keyOf(row),
          roomId: row.room_id,
          eventId: row.part === null ? row.event_id : (row.replaces ?? row.event_id),
          ...(row.part !== null && { part: { eventId: row.event_id, at: row.part } }),
          inDirectory: row.is_tree !== 0,
          name: row.shown_name,
          ...looksOf(shown, sent),
          sizeBytes: row.size_bytes,
          sentAtMs: row.ts,
          sender: toPerson(db, row.sender, member(row.room_no, row.sender), new Set()),
          where: whereOf(row),
          media: media === null ? null : { ...media, fileName: row.shown_name },
          onDisk: { kept: 'no', state: 'none' },
          problem:
            row.problem ??
            (row.is_tree !== 0 && trust === 'not_encrypted' ? 'sent_in_clear' : null),
          trust,
        },
      });
    }
  }

  const signOf = (row: FoundRow): string => `${row.shown_name} ${row.room_name}`;

  function onDisk(row: FoundRow, file: FoundFile, kept: Kept): FoundFile {
    const now = kept.entry(row.room_no, row.event_id, row.mxc);
    const same = now.kept === file.onDisk.kept && now.state === file.onDisk.state;
    return same ? file : { ...file, onDisk: now };
  }

  /** Rows that did not change stay the same object. */
  function insideOf(row: FoundRow, file: FoundFile): FoundFile {
    let line = lines.get(row.event_no);
    if (line === undefined) {
      line = deps.texts?.around(row.event_no, query.text) ?? null;
      lines.set(row.event_no, line);
    }
    const { inside = null, ...plain } = file;
    if (line === inside) return file;
    const next = line === null ? plain : { ...plain, inside: line };
    made.set(keyOf(row), { sign: signOf(row), file: next });
    return next;
  }

  function compose(): void {
    const roomNo = query.roomId === null ? null : roomNoOf(db, query.roomId);
    const ownUserId = deps.ownUserId();
    if (ownUserId === null || (query.roomId !== null && roomNo === null)) {
      window.complete = true;
      sink.set([]);
      return;
    }
    const { limit } = window;
    const { inText: asksTexts = false, eventId, ...asked } = query;
    const text = fold(query.text).trim();
    const inText = asksTexts && text !== '' ? (deps.texts?.having(query.text) ?? []) : [];
    const one = eventId === undefined ? {} : { eventId };
    const found = readFound(db, { ...asked, ...one, roomNo, text, inText, limit });
    window.complete = found.length < limit;
    const rows = shownOf(found, ownUserId);
    make(rows.filter((row) => made.get(keyOf(row))?.sign !== signOf(row)));
    const kept = readKept(db, deps.forest.read());
    sink.set(
      rows.flatMap((row) => {
        const known = made.get(keyOf(row));
        if (known === undefined) return [];
        const file = onDisk(row, known.file, kept);
        if (!asksTexts || fold(file.name).includes(text)) return file;
        return [insideOf(row, file)];
      }),
    );
  }

  update.now();

  return {
    refresh({ rooms, timelines, members, topics }) {
      if (members.size > 0 || topics.has('files')) made.clear();
      const roomNo = query.roomId === null ? null : roomNoOf(db, query.roomId);
      const touched =
        roomNo === null
          ? rooms.size + timelines.size > 0
          : rooms.has(roomNo) || timelines.has(roomNo);
      const texts = query.inText === true && topics.has('search');
      if (texts) lines.clear();
      const other = ['media', 'files', 'session'] as const;
      if (touched || texts || other.some((topic) => topics.has(topic))) update.ask();
    },
    paginate: growing(window, update.now),
    close() {
      update.close();
    },
  };
}
