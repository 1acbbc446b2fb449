// The key that sends a message: Enter, or Ctrl+Enter (Command on a Mac) for people who write in paragraphs. One setting of the account, for
// the composer, threads and edits.
import { isMod, keyNames } from '#ui/focus/keys';
import { useSetting } from './hooks';

/** Name of the setting. */
export const modEnterSends = 'composer.modEnterSends';

export interface SendKey {
  readonly withMod: boolean;
  /** Names of both keys on this system. */
  readonly send: string;
  readonly newLine: string;
}

const plain: SendKey = { withMod: false, send: 'Enter', newLine: `${keyNames.shift}Enter` };
const modded: SendKey = {
  ...{ withMod: true, send: `${keyNames.mod}Enter`, newLine: 'Enter' },
};

export function useSendKey(): SendKey {
  return useSetting(modEnterSends) === true ? modded : plain;
}

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Whether this press sends. */
export function sends({ withMod }: SendKey, event: Pressed): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey) return false;
  return withMod ? isMod(event) : !event.ctrlKey && !event.metaKey;
}
