// The second line of a room row and the row's one badge. Pure; words come from the caller's `t`.
import type { TFunction } from 'i18next';
import type { RoomRow, SpaceNews } from '#contract/areas/rooms/roomsModels';
import type { Trust } from '#contract/areas/encryption/trust';
import type { BadgeProps } from '#ui/marks/Badge';
import { voiceWords } from '#app/voiceWords';
import { firstName } from '#ui/text/firstName';
import { isolate, isolateLtr } from '#ui/text/isolate';
import { groupWords, lineWords } from '../calls';

export interface PreviewLine {
  /** A word before the text: a draft. */
  readonly lead: string | null;
  /** Name of the writer; null where it is not said. */
  readonly from: string | null;
  readonly text: string;
  /** The text is somebody's own words and has a direction of its own; else it is a sentence of ours. */
  readonly words: boolean;
  readonly tone: 'normal' | 'typing';
  /** On its way: nobody else has it yet. */
  readonly waiting: boolean;
}

const line = (text: string, more: Partial<PreviewLine> = {}): PreviewLine => ({
  lead: null,
  from: null,
  words: false,
  tone: 'normal',
  waiting: false,
  text,
  ...more,
});

/** Pictures, and scripts whose letters are about twice as wide. */
const wide =
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** In letters of usual width: half of the row of a narrow list. */
const longest = 12;

/** A long name ends here and not at the edge of its box, which would leave a gap before the colon. */
function cut(name: string): string {
  let width = 0;
  let kept = '';
  for (const letter of name) {
    width += wide.test(letter) ? 2 : 1;
    if (width > longest) return `${kept.trimEnd()}…`;
    if (width < longest) kept += letter;
  }
  return name;
}

/** The invitation or the request to join before everything, then who types, then requests to join, then the newest message with who wrote it. */
export function previewLine(t: TFunction, row: RoomRow, language: string): PreviewLine {
  if (row.membership === 'invite') {
    const { senderName } = row.preview;
    return line(
      senderName === null
        ? t('rooms.invited')
        : t('invite.title', { name: isolate(firstName(senderName)) }),
    );
  }
  if (row.membership === 'knock') return line(t('rooms.asked'));
  if (row.membership !== 'join') {
    const { senderName } = row.preview;
    if (senderName === null) return line(t('rooms.section.removed'));
    const how = row.membership === 'ban' ? 'banned' : (row.departed ?? 'removed');
    return line(t(`rooms.${how}By`, { name: isolate(firstName(senderName)) }));
  }
  if (row.typing.length > 0) {
    const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(
      row.typing.map(isolate),
    );
    return line(t('rooms.typing', { names, count: row.typing.length }), { tone: 'typing' });
  }
  const { preview, asking } = row;
  if (asking !== undefined && asking.behind !== true && preview.kind !== 'draft') {
    const name = isolate(firstName(asking.name));
    const others = asking.count - 1;
    return line(
      others === 0 ? t('rooms.asks', { name }) : t('rooms.askMore', { name, count: others }),
    );
  }
  // None of the newest events is one; what lies further back has not come yet.
  if (preview.kind === 'unknown' && row.unread + row.highlights > 0)
    return line(t('rooms.preview.behind'));
  if (preview.kind === 'none' || preview.kind === 'unknown' || preview.kind === 'unheard') {
    if (row.section === 'spaces') return line(t('rooms.preview.space'));
    // Whether there are older ones changes no words: the line of a room stays the same when it is opened.
    return line(t(`rooms.preview.${preview.kind === 'unheard' ? 'unheard' : 'none'}`));
  }
  if (isNamedAlone(preview.kind)) return line(t(`timeline.preview.${preview.kind}`));
  // Without words it is a message that was spoken.
  if (preview.kind === 'draft')
    return line(preview.text || voiceWords(t, null), {
      lead: t('rooms.draft'),
      words: preview.text !== '',
    });
  if (preview.kind === 'notice')
    return preview.text === ''
      ? line(t('timeline.unsupported'))
      : line(preview.text, { words: true });
  // Only where nothing else is left: whose it was says nothing.
  if (preview.kind === 'redacted' || preview.kind === 'hidden')
    return line(t(`rooms.preview.${preview.kind}`));
  if (preview.kind === 'call') return callLine(t, row);
  const text = bodyText(t, preview);
  const { mine, senderName, waiting = false } = preview;
  // Also where two have it: whether they do is known only when all members are, and a name that changes by itself reads as another person.
  const called = senderName === null ? null : cut(firstName(senderName));
  const from = mine ? t('rooms.you') : called;
  return line(text, {
    from,
    waiting,
    words: !ownWords.has(preview.kind) && preview.pictures === undefined && preview.text !== '',
  });
}

/** The trust mark before the line. A key from the backup is marked only on news, else a new device would be full of marks. */
export function doubtOf({ preview, typing, membership, unread, asking }: RoomRow): Trust {
  const { trust = 'ok', mine } = preview;
  if (typing.length > 0 || membership !== 'join') return 'ok';
  if (asking !== undefined && asking.behind !== true) return 'ok';
  return trust === 'from_backup' && (mine || unread === 0) ? 'ok' : trust;
}

/** The line of a call, as in the timeline; a call without a record on this computer is only named. */
function callLine(t: TFunction, { preview, name, directUserId }: RoomRow): PreviewLine {
  const { call, callMedia, groupCall, senderName } = preview;
  // A long name would hide what became of the call; the whole one stands above it.
  const actor = isolate(cut(firstName(senderName ?? name)));
  if (groupCall !== undefined && groupCall !== null) return line(groupWords(t, groupCall, actor));
  if (call === undefined || call === null)
    return line(t(callMedia === 'video' ? 'callPlace.videoCall' : 'callPlace.voiceCall'));
  const other = directUserId === null ? null : isolate(cut(firstName(name)));
  return line(lineWords(t, call, actor, other));
}

const namedAlone = ['moved', 'verification', 'verified', 'verification_over'] as const;

/** Whether the line says all of it: there is no text, and nobody said it. */
const isNamedAlone = (kind: RoomRow['preview']['kind']): kind is (typeof namedAlone)[number] =>
  (namedAlone as readonly string[]).includes(kind);

/** Lines that are sentences of ours, whatever the message says. */
const ownWords: ReadonlySet<RoomRow['preview']['kind']> = new Set([
  'undecryptable',
  'voice',
  'poll',
  'sticker',
  'live_location',
]);

function albumText(t: TFunction, count: number, text: string): string {
  const pictures = t('rooms.preview.pictures', { count });
  return text === '' ? pictures : `${pictures}: ${isolate(text)}`;
}

/** The end of a file name stands last, as in its card, also behind letters from the right. */
const endLast = (text: string): string =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc].*\.\w{1,8}$/.test(text) ? isolateLtr(text) : text;

function bodyText(t: TFunction, preview: RoomRow['preview']): string {
  if (preview.pictures !== undefined) return albumText(t, preview.pictures, preview.text);
  switch (preview.kind) {
    case 'undecryptable':
      return t('rooms.preview.undecryptable');
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return preview.text === '' ? t(`rooms.preview.${preview.kind}`) : endLast(preview.text);
    case 'voice':
      return voiceWords(t, preview.durationMs ?? null);
    case 'poll':
      return t('rooms.preview.poll', { question: isolate(preview.text) });
    case 'sticker':
    case 'live_location':
      return preview.text === ''
        ? t(`timeline.preview.${preview.kind}`)
        : t(`rooms.preview.${preview.kind}`, { text: isolate(preview.text) });
    case 'text':
      return preview.text;
    default:
      return preview.text === '' ? t(`timeline.preview.${preview.kind}`) : preview.text;
  }
}

/** How many requests to join wait that the badge of the row does not count: they were looked at, or the room is muted. */
export const quietRequests = ({ asking, muted }: RoomRow): number =>
  asking !== undefined && (!asking.unseen || muted) ? asking.count : 0;

/** The badge of a folded section; null where nothing is new in it. */
export function sectionBadge(t: TFunction, news: SpaceNews | undefined): BadgeProps | null {
  if (news === undefined) return null;
  const { rooms, highlights } = news;
  const chats = t('rooms.sectionNews', { count: rooms });
  if (highlights === 0) return { kind: 'dot', label: chats };
  const label = [t('rooms.mentioned', { count: highlights }), chats].join(', ');
  return { kind: 'mention', count: highlights, label };
}

/** Mention over count over dot; null when nothing is new. The row of a space has the news of its rooms, without a number of their messages. */
export function rowBadge(t: TFunction, row: RoomRow): BadgeProps | null {
  if (row.membership === 'invite') {
    return { kind: 'count', count: 1, label: t('rooms.invitation') };
  }
  const { inside } = row;
  const asking = row.asking?.unseen === true && !row.muted ? row.asking.count : 0;
  const highlights = row.highlights + (inside?.highlights ?? 0);
  const words = [
    ...(highlights > 0 ? [t('rooms.mentioned', { count: highlights })] : []),
    ...(row.unread > row.highlights
      ? [
          t(row.inThreads === true ? 'rooms.unreadInThreads' : 'rooms.unread', {
            count: row.unread,
          }),
        ]
      : []),
    ...(asking > 0 ? [t('rooms.requests', { count: asking })] : []),
    ...(inside === undefined ? [] : [t('rooms.unreadRooms', { count: inside.rooms })]),
  ];
  const label = words.join(', ');
  if (highlights > 0) return { kind: 'mention', count: highlights, label };
  if (row.unread + asking > 0) return { kind: 'count', count: row.unread + asking, label };
  if (inside !== undefined) return { kind: 'dot', label };
  return row.dot ? { kind: 'dot', label: t('rooms.unreadDot') } : null;
}
