// The push rules as sync brought them last, parsed once.
import { appFailure } from '#contract/wire/errors';
import { account, getAccountData, pushRulesType } from '#stores/settings/accountData';
import { getSetting } from '#stores/settings/settings';
import { memo, type Database } from '#stores/sqlite/statements';
import { readRules, type PushRules } from './rules';

/** The push rules of the store's account. */
export const storedRules = (db: Database, ownUserId: string): PushRules =>
  memo(db, pushRulesType, () => readRules(getAccountData(db, account, pushRulesType), ownUserId));

/**
 * The rules on which a change is based. Before the first sync only the default rules are known, so a change is refused (CHAT-8.26); when a
 * sync starts again over stored data, the stored rules are valid.
 * @throws AppFailure `conflict`
 */
export function rulesToChange(db: Database, ownUserId: string): PushRules {
  const isKnown = getAccountData(db, account, pushRulesType) !== null;
  if (!isKnown && getSetting<string>(db, 'nextBatch') === null)
    throw appFailure('conflict', 'SyncApi.sync() must be done before accessing to push rules.');
  return storedRules(db, ownUserId);
}
