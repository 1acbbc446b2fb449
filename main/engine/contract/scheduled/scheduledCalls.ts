// Calls and lists of messages that are sent later.
import { createScheduledView } from '../../scheduled/view';
import { listed } from '../attach';
import type { CallParts, Calls, EngineParts, Lists } from '../parts';

export const scheduledCalls = ({ scheduled }: Pick<CallParts, 'scheduled'>) =>
  ({
    scheduleMessage: async (args) => scheduled.add(args),
    async moveScheduled({ key, atMs }) {
      await scheduled.release(key, () => scheduled.move(key, atMs));
      return {};
    },
    async changeScheduled({ key, text }) {
      await scheduled.release(key, () => scheduled.change(key, text));
      return {};
    },
    async sendScheduledNow({ key }) {
      await scheduled.sendNow(key);
      return {};
    },
    async takeScheduled({ key }) {
      const taken = await scheduled.release(key, () => scheduled.take(key));
      const { text, mentions, replyTo } = taken;
      return { text, mentions: [...mentions], replyTo };
    },
  }) satisfies Partial<Calls>;

export const scheduledLists = (parts: Pick<EngineParts, 'store'>) =>
  ({
    scheduled: (query, sink) => listed(parts, createScheduledView(parts.store, query, sink)),
  }) satisfies Partial<Lists>;
