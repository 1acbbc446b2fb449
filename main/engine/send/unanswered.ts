// Holds rows that a new device must not resend by itself: transaction ids count per device, so that the server would take it for another message.
import { appFailure } from '#contract/wire/errors';
import { outboxPending, type OutboxRow } from '#stores/outbox/outbox';
import type { Database } from '#stores/sqlite/statements';
import { isUnderWay, type OutboxRows } from './rows';

/** Types whose second copy changes nothing visible. */
const harmlessTypes: ReadonlySet<string> = new Set([
  'm.reaction',
  'm.room.redaction',
  'm.poll.response',
  'org.matrix.msc3381.poll.response',
  'm.poll.end',
  'org.matrix.msc3381.poll.end',
]);

function isHarmless({ type, content }: OutboxRow): boolean {
  const relation = content['m.relates_to'] as { rel_type?: unknown } | undefined;
  return harmlessTypes.has(type) || relation?.rel_type === 'm.replace';
}

/**
 * To be called before the account's device is replaced: messages that the server may have already become `not_sent` with `maybe_sent`, so that
 * their author decides. Rows behind them are blocked as usual.
 */
export function holdUnanswered(db: Database, rows: OutboxRows): void {
  const { error } = appFailure('maybe_sent', 'No answer came before the device was replaced');
  for (const row of outboxPending(db)) {
    if ((row.unanswered || isUnderWay(row.status)) && !isHarmless(row))
      rows.fail(row.localKey, error, row.tries);
  }
}
