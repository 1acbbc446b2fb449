// The push rules as sync brought them last, parsed once.
import { account, getAccountData, pushRulesType } from '#stores/settings/accountData';
import { memo, type Database } from '#stores/sqlite/statements';
import { readRules, type PushRules } from './rules';

/** Of the one account of this store. */
export const storedRules = (db: Database, ownUserId: string): PushRules =>
  memo(db, pushRulesType, () => readRules(getAccountData(db, account, pushRulesType), ownUserId));
