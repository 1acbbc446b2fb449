// What an engine is given from outside: where it lives, its key, and whom it tells what. Types only.
import type { CallRing, RunningCall } from '#contract/areas/callsModels';
import type { TransferRunner } from './media/transferRunner';
import type { Clock, Log } from './base/types';

export interface Notice {
  readonly roomId: string;
  readonly eventId: string;
  readonly title: string;
  /** Of an invitation the name of who invites. */
  readonly body: string;
  readonly silent: boolean;
  readonly kind: 'message' | 'invite' | 'missed_call';
}

export interface EngineDeps {
  readonly profileFolder: string;
  /** 32 bytes; opens every file of the profile. */
  readonly storeKey: Uint8Array;
  readonly appVersion: string;
  /** How this device is called at the server. */
  readonly deviceName: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly runner: TransferRunner;
  readonly notify: (notice: Notice) => void;
  readonly unnotify: (roomId: string) => void;
  readonly badge: (unread: number, highlights: number) => void;
  readonly profile: (profile: {
    signedIn: boolean;
    userId: string | null;
    label: string | null;
    avatar: string | null;
  }) => void;
  /** A sync answer was committed or a call was answered (D14b). */
  readonly progress: () => void;
  /** A signed-in start has answered what its windows asked first. */
  readonly answered: () => void;
  /** For the taskbar: at most four times a second while something runs, then once with `running` 0. */
  readonly transferProgress: (progress: {
    fraction: number | null;
    running: number;
    failed: number;
  }) => void;
  /** The queue ran empty: how many files since it began. */
  readonly transfersDone: (done: { uploaded: number; downloaded: number; failed: number }) => void;
  /** For main's ring window, keep-awake and tray: whole lists, at the start and after each change. */
  readonly rings: (rings: CallRing[]) => void;
  readonly calls: (calls: RunningCall[]) => void;
  /** The process has to end and start again. */
  readonly fatal: (thrown: unknown) => void;
}
