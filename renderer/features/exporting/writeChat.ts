// Writes one chat into a folder: reads its messages in order, copies their files, and hands finished pages to the engine. A file that cannot
// be had is named in the page and does not end the copy.
import type { AppError } from '#contract/wire/errors';
import type { EngineCall } from '#app/hooks';
import { readConversation, type Line, type Reading } from './conversation';
import type { Entry, ExportedFile, Format, Item, Page } from './formats/format';
import { earlierLeftOut, emojiOf, filesOf } from './formats/words';

/** The contract takes texts of this length; in UTF-16 units. */
const longestText = 200_000;

export interface Wish {
  readonly roomId: string;
  /** Null: from the beginning. */
  readonly sinceMs: number | null;
  readonly withFiles: boolean;
}

export interface Progress {
  /** `older`: messages are fetched from the server; `writing`: messages and files are written. */
  readonly step: 'older' | 'writing';
  /** How far back the messages go, epoch ms. */
  readonly oldestMs: number | null;
  readonly messages: number;
  readonly files: number;
  /** Files that could not be had. */
  readonly lost: number;
  /** Messages that could not be had are missing before the first, or in between. */
  readonly missing: boolean;
  readonly gaps: boolean;
}

export const begun: Progress = {
  ...{ step: 'older', oldestMs: null, messages: 0, files: 0, lost: 0, missing: false, gaps: false },
};

/** Thrown when the engine refuses: the disk is full, the folder is gone. */
export class Refused extends Error {
  constructor(readonly error: AppError) {
    super(error.code);
  }
}

export interface Work extends Line {
  readonly call: EngineCall;
  readonly exportId: string;
  readonly format: Format;
  readonly signal: AbortSignal;
  readonly isEnough: () => boolean;
  readonly onProgress: (progress: Progress) => void;
}

/** True when the next file would be refused too: by the place that is written to, or because the export is gone. */
const isOfPlace = ({ code, data }: AppError): boolean =>
  code === 'disk_full' ||
  code === 'cancelled' ||
  code === 'engine_gone' ||
  data?.['reason'] === 'place';

/** Resolves when all is written; the folder has its name after `exportEnd`. @throws Refused; what the signal was aborted with */
export async function writeChat(work: Work, { roomId, sinceMs, withFiles }: Wish): Promise<void> {
  const { call, exportId, format, signal, onProgress } = work;
  let progress = begun;
  const tell = (change: Partial<Progress>): void =>
    onProgress((progress = { ...progress, ...change }));

  const write = async (pages: readonly Page[]): Promise<void> => {
    for (const { name, text } of pages)
      for (const part of partsOf(text)) {
        signal.throwIfAborted();
        const done = await call('exportWrite', { exportId, page: name, text: part });
        if (!done.ok) throw new Refused(done.error);
      }
  };

  const copy = async ({ media, type }: Omit<ExportedFile, 'path'>): Promise<ExportedFile> => {
    if (!withFiles || media.broken !== null) return { media, type, path: null };
    signal.throwIfAborted();
    const { handle, fileName } = media;
    const done = await call('exportFile', { exportId, handle, fileName: fileName.slice(0, 500) });
    if (!done.ok && isOfPlace(done.error)) throw new Refused(done.error);
    tell(done.ok ? { files: progress.files + 1 } : { lost: progress.lost + 1 });
    return { media, type, path: done.ok ? done.output.path : null };
  };

  /** Each emoji of the chat once; null for one that cannot be had, which its name stands for. */
  const copied = new Map<string, string | null>();
  const emojiIn = async (body: Message['body']): Promise<Entry['emoji']> => {
    const paths = new Map<string, string>();
    for (const { mxc, handle } of withFiles ? emojiOf(body) : []) {
      signal.throwIfAborted();
      if (!copied.has(mxc)) {
        const done = await call('exportFile', { exportId, handle, fileName: 'emoji' });
        if (!done.ok && isOfPlace(done.error)) throw new Refused(done.error);
        copied.set(mxc, done.ok ? done.output.path : null);
      }
      const path = copied.get(mxc) ?? null;
      if (path !== null) paths.set(mxc, path);
    }
    return paths;
  };

  const entryOf = async (item: Item, answers: readonly Entry[]): Promise<Entry> => {
    const files: ExportedFile[] = [];
    if (item.kind === 'gap' && item.key !== earlierLeftOut) tell({ gaps: true });
    if (item.kind === 'message')
      for (const file of filesOf(item.body)) files.push(await copy(file));
    const emoji = item.kind === 'message' ? await emojiIn(item.body) : new Map<string, string>();
    return { item, files, emoji, answers };
  };

  const reading = (threadId: string | null): Reading => ({
    ...{ roomId, threadId, signal, isEnough: work.isEnough },
    // A thread is whole where its first message is wanted.
    sinceMs: threadId === null ? sinceMs : null,
    onOlder: (oldestMs) => threadId === null && tell({ oldestMs }),
    onMissing: () => tell({ missing: true }),
  });

  const answersOf = async (item: Item): Promise<Entry[]> => {
    if (item.kind !== 'message' || item.thread === undefined || item.eventId === null) return [];
    const answers: Entry[] = [];
    for await (const answer of readConversation(work, reading(item.eventId)))
      if (isItem(answer) && answer.key !== item.key) {
        answers.push(await entryOf(answer, []));
        if (answer.kind === 'message') tell({ messages: progress.messages + 1 });
      }
    return answers;
  };

  for await (const item of readConversation(work, reading(null))) {
    if (!isItem(item)) continue;
    await write(format.add(await entryOf(item, await answersOf(item))));
    const count = item.kind === 'message' ? 1 : 0;
    tell({ step: 'writing', messages: progress.messages + count });
  }
  await write(format.end());
}

type Message = Extract<Item, { kind: 'message' }>;

const isItem = (item: { readonly kind: string }): item is Item =>
  item.kind === 'message' || item.kind === 'notice' || item.kind === 'gap';

/** Parts that the contract takes; none ends within a surrogate pair. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + longestText);
    if (to < text.length && /[\ud800-\udbff]/.test(text.charAt(to - 1))) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}
