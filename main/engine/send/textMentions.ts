// Mentions in a text that is being sent: which are valid, which users they notify, and where their links lead. Pure.
import type { TextMention } from '#contract/areas/messages/messageModels';

export type { TextMention };

/** The mentions that lie in the text, in order and without overlap; wrong ranges are left out. */
export function soundMentions(text: string, mentions: readonly TextMention[]): TextMention[] {
  const sound: TextMention[] = [];
  for (const mention of [...mentions].sort((a, b) => a.start - b.start)) {
    const { start, end } = mention;
    if (start >= (sound.at(-1)?.end ?? 0) && end > start && end <= text.length) sound.push(mention);
  }
  return sound;
}

const userIdPattern = /(?<![\w@])@[a-z0-9._=/+-]+:[a-z0-9.-]+(?::\d{1,5})?/gi;
/** Replaces a name, so that no name is read as a user id or as `@room`. */
const nobody = '\u{FFFC}';

/** The text without the names of mentioned people and rooms. */
function withoutNames(text: string, mentions: readonly TextMention[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end, id } of mentions) {
    if (id === '@room') continue;
    rest += text.slice(at, start) + nobody;
    at = end;
  }
  return rest + text.slice(at);
}

/** User ids of members that the text mentions, by a mention or typed by hand; each once. */
export function mentionedUsers(
  text: string,
  mentions: readonly TextMention[],
  isMember: (userId: string) => boolean,
): string[] {
  const chosen = mentions.map(({ id }) => id).filter((id) => id.startsWith('@') && id !== '@room');
  const written = [...withoutNames(text, mentions).matchAll(userIdPattern)].map(([match]) =>
    match.replace(/[.-]+$/, ''),
  );
  return [...new Set([...chosen, ...written])].filter(isMember);
}

/** True when the text mentions the whole room. */
export const mentionsRoom = (text: string, mentions: readonly TextMention[]): boolean =>
  /(?<![\w@])@room(?![\w:])/.test(withoutNames(text, mentions));

/** The `matrix.to` link of a user or room. Clients look for an unescaped `@`, `!` and `:`. */
export function matrixTo(id: string, via: readonly string[]): string {
  const bare = encodeURIComponent(id).replace(/%(?:40|3A)/g, decodeURIComponent);
  const servers = via.map((server) => `via=${encodeURIComponent(server)}`).join('&');
  return `https://matrix.to/#/${bare}${servers === '' ? '' : `?${servers}`}`;
}
