// The account's profile at its server: presence, addresses and profile fields.
import type { Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import type { AnonymousDeps } from '../http/anonymous';
import type { Http } from '../http/http';
import type { Prove } from '../http/interactiveAuth';
import type { Features } from '../server/features';
import { createAddressBook, type AddressBook } from './addresses';
import { createBiographies, type Biographies } from './biography';
import { createPresence, type Presence } from './presence';
import { createPronouns, type Pronouns } from './pronouns';
import { createTimeZones, type TimeZones } from './timeZone';

export interface Self {
  readonly presence: Presence;
  readonly addresses: AddressBook;
  readonly timeZones: TimeZones;
  readonly pronouns: Pronouns;
  readonly biographies: Biographies;
}

export interface SelfDeps extends AnonymousDeps {
  readonly http: Http;
  readonly prove: Prove;
  readonly features: Features;
  readonly store: Store;
  readonly ownUserId: string;
  readonly log: Log;
  /** Called when the presence has changed, so that the server gets it now. */
  readonly changed: () => void;
}

export const createSelf = (deps: SelfDeps): Self => ({
  presence: createPresence(deps),
  addresses: createAddressBook(deps, deps.log),
  timeZones: createTimeZones(deps),
  pronouns: createPronouns(deps),
  biographies: createBiographies(deps),
});
