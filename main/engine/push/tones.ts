// Which sound a notice has. Made by a window; without one of this account the system's own sound is heard.
import { getSetting } from '#stores/settings/settings';
import type { Database } from '#stores/sqlite/statements';
import { NoticeTone } from '#contract/areas/notifications';
import { isSoundOff } from './hold';

/** Settings of the window. */
const settingNames = { message: 'ui.notifications.tone', mention: 'ui.notifications.mentionTone' };

/** `system`: its own. Of a mention the same as of a message, where nothing else was chosen. */
export type Tone = NoticeTone | 'system' | 'none';

const toneIn = (value: unknown): Tone | null =>
  value === 'none' || value === 'system' ? value : (NoticeTone.safeParse(value).data ?? null);

export function toneOf(db: Database, mention: boolean): Tone {
  if (isSoundOff(db)) return 'none';
  const ofMention = mention ? toneIn(getSetting<unknown>(db, settingNames.mention)) : null;
  return ofMention ?? toneIn(getSetting<unknown>(db, settingNames.message)) ?? 'system';
}
