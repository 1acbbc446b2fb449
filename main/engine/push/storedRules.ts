// The push rules as sync brought them last, parsed once.
import { appFailure } from '#contract/wire/errors';
import { account, getAccountData, pushRulesType } from '#stores/settings/accountData';
import { getSetting } from '#stores/settings/settings';
import { memo, type Database } from '#stores/sqlite/statements';
import { readRules, type PushRules } from './rules';

/** Of the one account of this store. */
export const storedRules = (db: Database, ownUserId: string): PushRules =>
  memo(db, pushRulesType, () => readRules(getAccountData(db, account, pushRulesType), ownUserId));

/**
 * What a change is made from. Before the first sync the rules are not known, only the usual ones (CHAT-8.26); a sync that begins anew over what
 * is here takes nothing from them.
 * @throws AppFailure `conflict`
 */
export function rulesToChange(db: Database, ownUserId: string): PushRules {
  const isKnown = getAccountData(db, account, pushRulesType) !== null;
  if (!isKnown && getSetting<string>(db, 'nextBatch') === null)
    throw appFailure('conflict', 'SyncApi.sync() must be done before accessing to push rules.');
  return storedRules(db, ownUserId);
}
