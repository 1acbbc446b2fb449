// Reads the begin of text files and PDFs that are on this computer, so that search finds what stands in them. Fetches nothing, and reads no
// format but plain text itself: a parser of other people's bytes has no place beside the keys.
import { getEventsByNo } from '#stores/events/timeline';
import { bringsUnread, putFileText, unreadFiles } from '#stores/search/fileTexts';
import { indexAnew } from '#stores/search/readable';
import type { StoredEvent } from '#stores/events/types';
import type { ChangeSet, Store } from '#stores/sqlite/store';
import { reported } from '../base/unexpected';
import type { Clock, Log } from '../base/types';
import { effective, newContentOf } from '../events/relations';
import { fileHandle } from '../kinds/messages/media';

const mostBytes = 200_000;
const pauseMs = 50;
/** After the last that came: several come together. */
const soonMs = 500;
const most = 5;

export interface FileTexts {
  start(): void;
  stop(): void;
}

export interface FileTextsDeps {
  readonly store: Store;
  /** The text in the first bytes of a file; empty when it is no text, null when it is not here. */
  readonly textHead: (handle: string, bytes: number) => Promise<string | null>;
  /** The text of a PDF; empty when it says none, null when it is not here, or nobody can read it now. */
  readonly pdfText: (handle: string, characters: number) => Promise<string | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The stored form of a text: one line, which excerpts are cut from. */
const asLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

function handleIn(db: Store['db'], event: StoredEvent): string {
  const { type, content } = effective(event);
  return fileHandle(db, newContentOf(content, type) ?? content);
}

export function createFileTexts({
  store,
  textHead,
  pdfText,
  clock,
  log,
}: FileTextsDeps): FileTexts {
  const { db } = store;
  let cancel: (() => void) | null = null;
  let running = false;
  let again = false;
  let stopped = true;
  let unwatch: () => void = () => undefined;
  /** Files that have no keys, or were not on this computer after all; they are passed over until the next start. */
  const passed = new Set<number>();

  async function readSome(): Promise<boolean> {
    const found = unreadFiles(db, most + passed.size).filter(({ eventNo }) => !passed.has(eventNo));
    const events = getEventsByNo(
      db,
      found.map(({ eventNo }) => eventNo),
    );
    for (const { eventNo, handle, isPdf } of found) {
      const event = events.get(eventNo);
      if (event === undefined || handleIn(db, event) !== handle) {
        passed.add(eventNo);
        continue;
      }
      const read = await (isPdf ? pdfText : textHead)(handle, mostBytes);
      if (stopped) return false;
      if (read === null) {
        passed.add(eventNo);
        continue;
      }
      const text = asLine(read).slice(0, mostBytes);
      // It may be deleted by now.
      const still = getEventsByNo(db, [eventNo]).get(eventNo);
      if (still === undefined || still.redactedBy !== null) continue;
      store.write((changes) => {
        putFileText(db, eventNo, handle, text);
        if (text !== '') indexAnew(db, eventNo);
        changes.topic('search');
      }, 'passing');
    }
    return found.length > 0;
  }

  function soon(ms: number): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    cancel ??= clock.setTimeout(() => {
      cancel = null;
      running = true;
      readSome()
        .then((more) => {
          running = false;
          if (more || again) soon(more ? pauseMs : soonMs);
          again = false;
        })
        .catch((thrown: unknown) => {
          running = false;
          reported(log, 'reading texts of files')(thrown);
        });
    }, ms);
  }

  /** A message that names a file that is here, or has its key now. */
  const named = (timelines: ChangeSet['timelines']): boolean => {
    const changes = [...timelines.values()];
    if (changes.some(({ whole }) => whole)) return true;
    const eventNos = changes.flatMap(({ added, changed }) => [...added, ...changed]);
    return eventNos.length > 0 && bringsUnread(db, eventNos);
  };
  return {
    start() {
      if (!stopped) return;
      stopped = false;
      unwatch = store.onCommit(({ topics, timelines }) => {
        if (topics.has('media') || (timelines.size > 0 && named(timelines))) soon(soonMs);
      });
      soon(soonMs);
    },
    stop() {
      stopped = true;
      unwatch();
      cancel?.();
      cancel = null;
    },
  };
}
