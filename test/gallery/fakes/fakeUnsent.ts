// The fake engine’s words that were written and not sent.
import type { UnsentWords } from '#contract/areas/messages/sending';
import type { Draft } from '#contract/areas/rooms/roomsModels';
import type { ScheduledMessage } from '#contract/areas/messages/scheduled';

interface UnsentWorld {
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly scheduled: readonly ScheduledMessage[];
}

export function unsentOf({ drafts, scheduled }: UnsentWorld, roomId: string) {
  const { text = '', editing } = drafts[roomId] ?? {};
  const own = { threadId: null, atMs: null };
  const words: UnsentWords[] = [
    { key: 'draft ', kind: 'draft', text, ...own },
    { key: 'edit ', kind: 'edit', text: editing?.text ?? '', ...own },
    ...scheduled.map(({ key, text: later, atMs }): UnsentWords => ({
      ...{ key, kind: 'scheduled', text: later, threadId: null, atMs },
    })),
  ];
  return { words: words.filter((one) => one.text !== '') };
}

/** The drafts without one of these words. */
export function withoutUnsent(
  { drafts }: UnsentWorld,
  roomId: string,
  key: string,
): Pick<UnsentWorld, 'drafts'> {
  const draft = drafts[roomId];
  if (draft === undefined) return { drafts };
  const rest = key.startsWith('edit') ? { ...draft, editing: null } : { ...draft, text: '' };
  return { drafts: { ...drafts, [roomId]: rest } };
}
