// Calls of the account's push rules, and of marking all rooms as read.
import { createKeyedQueue } from '../base/keyedQueue';
import { markSeen } from '../files/activity';
import { setAccountRule, setKeyword } from '../push/accountRules';
import type { RuleWriter } from '../push/ruleRequests';
import { rulesToChange } from '../push/storedRules';
import { freshDirectories } from '../views/news';
import type { CallParts, Calls } from './parts';

export function notificationCalls({
  network,
  store,
  forest,
  ownUserId,
}: Pick<CallParts, 'network' | 'store' | 'forest' | 'ownUserId'>) {
  /** Runs changes one after the other: after two presses of one switch the second counts. */
  const inOrder = createKeyedQueue();
  const writer = async (): Promise<RuleWriter> => ({
    http: (await network.ready()).http,
    rules: () => rulesToChange(store.db, ownUserId() ?? ''),
  });
  return {
    async setNotificationRule({ kind, on }) {
      const parts = await writer();
      await inOrder(kind, () => setAccountRule(parts, kind, on));
      return {};
    },
    async setKeyword({ keyword, on }) {
      const parts = await writer();
      await inOrder('keyword', () => setKeyword(parts, keyword, on));
      return {};
    },
    async markAllRead() {
      const { reading } = await network.ready();
      const fresh = freshDirectories({ forest });
      for (const { roomId } of fresh) markSeen(store, roomId);
      return { chats: await reading.readAll(), folders: fresh.length };
    },
  } satisfies Partial<Calls>;
}
