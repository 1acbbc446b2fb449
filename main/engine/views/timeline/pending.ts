// Sorts the outbox of a room by its effect on the timeline: new messages stand at the end, the rest is folded into its
// target at once. Failed entries stand at the end too, so that they can be retried or given up. Must not know any kind by name.
import type { OutboxRow } from '#stores/outbox/outbox';
import type { SendStatus } from '#contract/areas/messages/timelineModels';
import { foldedKinds } from '../../kinds/registry';

type FoldName = keyof typeof foldedKinds;
const names = Object.keys(foldedKinds) as FoldName[];

/** By event id or key of the target, in the order of sending. */
type Folded = ReadonlyMap<string, readonly OutboxRow[]>;

export interface Pending {
  /** In the order of sending. */
  readonly echoes: readonly OutboxRow[];
  readonly folded: Readonly<Record<FoldName, Folded>>;
}

export function sortPending(rows: readonly OutboxRow[]): Pending {
  const echoes: OutboxRow[] = [];
  const folded = Object.fromEntries(
    names.map((name) => [name, new Map<string, OutboxRow[]>()]),
  ) as Record<FoldName, Map<string, OutboxRow[]>>;
  for (const row of rows) {
    if (row.status === 'cancelled') continue;
    const target = row.status === 'not_sent' ? null : targetOf(row);
    if (target === null) echoes.push(row);
    else {
      const into = folded[target.name];
      into.set(target.id, [...(into.get(target.id) ?? []), row]);
    }
  }
  return { echoes, folded };
}

function targetOf(row: OutboxRow): { readonly name: FoldName; readonly id: string } | null {
  for (const name of names) {
    const id = foldedKinds[name].folds(row);
    if (id !== null) return { name, id };
  }
  return null;
}

/** Outbox rows to fold into an event, found by its id, or by the key that it had while it was pending. */
export function foldedInto(
  folded: Folded,
  eventId: string | null,
  key: string | null,
): readonly OutboxRow[] {
  return (
    (eventId === null ? undefined : folded.get(eventId)) ??
    (key === null ? undefined : folded.get(key)) ??
    []
  );
}

/** The status of a message that has left (null: of the server) is that of the edit or the deletion that is on its way to it. */
export function statusWith(
  { folded }: Pending,
  eventId: string | null,
  key: string,
  own: SendStatus | null,
): SendStatus | null {
  if (own !== null && own !== 'sent') return own;
  const changes = [folded.redactions, folded.edits].flatMap((of) => foldedInto(of, eventId, key));
  return changes.find(({ status }) => status !== 'sent')?.status ?? own;
}

/** Whether anything waits to be folded into a message. */
export const foldsAny = ({ folded }: Pending): boolean =>
  names.some((name) => folded[name].size > 0);
