// Calls, values and lists of saved messages and reminders.
import { createKept } from '../../kept/kept';
import {
  createDueRemindersView,
  createKeptInRoomView,
  createKeptView,
  createUnheardKeptView,
} from '../../kept/view';
import type { ViewDeps } from '../../views/view';
import { attach, paged } from '../attach';
import type { CallParts, Calls, EngineParts, Lists, Values } from '../parts';

export function keptCalls(parts: Pick<CallParts, 'store' | 'clock'>) {
  const kept = createKept(parts);
  return {
    async setSaved({ saved, ...at }) {
      kept.setSaved(at, saved);
      return {};
    },
    async setReminder({ atMs, ...at }) {
      kept.setReminder(at, atMs);
      return {};
    },
  } satisfies Partial<Calls>;
}

export const keptValues = (parts: Pick<EngineParts, 'store' | 'clock' | 'log'>) =>
  ({
    keptInRoom: ({ roomId }, sink) => attach(parts, createKeptInRoomView(parts, roomId, sink)),
    dueReminders: (_query, sink) => attach(parts, createDueRemindersView(parts, sink)),
    unheardKept: ({ show }, sink) => attach(parts, createUnheardKeptView(parts, show, sink)),
  }) satisfies Partial<Values>;

export const keptLists = (
  parts: Pick<EngineParts, 'store'>,
  viewDeps: (connection: number) => ViewDeps,
) =>
  ({
    kept: (query, sink, { id }) => paged(parts, createKeptView(viewDeps(id), query, sink)),
  }) satisfies Partial<Lists>;
