// The list `scheduled`: what waits in a conversation for its time, the next one first.
import type { ScheduledMessage } from '#contract/areas/messages/scheduled';
import type { ConversationId } from '#contract/areas/ids';
import { AppError } from '#contract/wire/errorSchemas';
import { scheduledMessages } from '#stores/outbox/scheduled';
import type { ChangeSet, Store } from '#stores/sqlite/store';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function answering(value: unknown): Pick<ScheduledMessage, 'replyTo'> {
  const replyTo = textOf(value);
  return replyTo === null ? {} : { replyTo };
}

interface Sink {
  set(items: readonly ScheduledMessage[]): void;
}

export function createScheduledView(
  { db }: Pick<Store, 'db'>,
  { roomId, threadId }: ConversationId,
  sink: Sink,
): { refresh(changes: ChangeSet): void; close(): void } {
  const read = (): void =>
    sink.set(
      scheduledMessages(db)
        .filter((row) => row.roomId === roomId && row.threadId === threadId)
        .map(({ requestId: key, atMs, undo, state, error, server, message }) => ({
          ...{ key, atMs, undo, state, atServer: server?.state === 'held' },
          text: textOf(message['text']) ?? '',
          ...answering(message['replyTo']),
          error: AppError.safeParse(error).data ?? null,
        })),
    );
  read();
  return {
    refresh({ topics }) {
      if (topics.has('scheduled')) read();
    },
    close: () => undefined,
  };
}
