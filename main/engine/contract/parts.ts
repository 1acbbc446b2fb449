// The parts of the engine that the implementation of the contract uses.
import type { EngineContract } from '#contract/engine';
import type { ConversationId } from '#contract/areas/ids';
import type { Implementation } from '#contract/wire/serve';
import type { Store } from '#stores/sqlite/store';
import type { Pages } from '../account/pages';
import type { Sessions } from '../account/session';
import type { EngineDeps } from '../deps';
import type { Peeks } from '../directory/peeks';
import type { LiveCalls } from '../calls/group/liveCalls';
import type { Desktop } from '../desktop';
import type { ForestSource } from '../files/forest';
import type { PdfReader } from '../search/pdfs';
import type { Exports } from '../exports/exports';
import type { FocusBook } from '../base/focus';
import type { Recordings } from '../kept/recordings';
import type { Reminders } from '../kept/reminders';
import type { Scheduled } from '../scheduled/scheduled';
import type { FileBatches } from '../media/fileBatches';
import type { Media } from '../media/media';
import type { Network } from '../network';
import type { Outbox } from '../send/outbox';
import type { Typing } from '../sync/typing';
import type { Transfers } from '../transfers/transfers';
import type { LinkDoor } from './linking/linkDoor';
import type { BrowserDoor } from './signIn/browserDoor';
import type { RegistrationDoor } from './signIn/registrationDoor';

export interface EngineParts extends EngineDeps {
  readonly store: Store;
  readonly sessions: Sessions;
  readonly ownUserId: () => string | null;
  readonly focus: FocusBook;
  readonly typing: Typing;
  readonly network: Network;
  readonly media: Media;
  readonly outbox: Outbox;
  readonly fileBatches: FileBatches;
  /** Runs `work` when everything has its row that was sent to the conversation before, also what waited for a possible undo. */
  readonly inTurn: <T>(at: ConversationId, work: () => Promise<T>) => Promise<T>;
  readonly transfers: Transfers;
  /** One reading of the directories for all views of them. */
  readonly forest: ForestSource;
  readonly liveCalls: LiveCalls;
  readonly recordings: Recordings;
  readonly chatExports: Exports;
  readonly reminders: Reminders;
  readonly scheduled: Scheduled;
  readonly desktop: Desktop;
  readonly pdfs: PdfReader;
  /** Previews of rooms: the value and the list of one read the same data. */
  readonly peeks: Peeks;
  readonly pages: Pages;
  readonly browserDoor: BrowserDoor;
  readonly linkDoor: LinkDoor;
  readonly registrationDoor: RegistrationDoor;
  readonly startedAtMs: number;
}

export interface CallParts extends EngineParts {
  /** Ends everything online and empties the profile. */
  readonly wipe: () => Promise<void>;
}

export type Calls = Implementation<EngineContract>['calls'];
export type Values = Implementation<EngineContract>['values'];
export type Lists = Implementation<EngineContract>['lists'];
