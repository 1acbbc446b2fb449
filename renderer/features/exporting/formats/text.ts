// A chat as one plain text: a line for each message, days between them.
import { formatDate, formatSize, formatTime, startOfDay } from '#ui/text/time';
import { isolate } from '#ui/text/isolate';
import { noticeWords, previewWords } from '../../timeline';
import type { Entry, ExportedFile, Format, MakeFormat, Wording } from './format';
import { bodyWords, gapWords, marksOf } from './words';

const page = 'messages.txt';

/** Whatever an editor takes for the end of a line. */
const breaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;

/** Each line after the first has a bar, so that no words pass for a message of somebody else. */
const quoted = (text: string, indent: string): string =>
  text.replaceAll(breaks, `\n${indent}    | `);

const inOneLine = (text: string): string => text.replaceAll(breaks, ' ');

function fileLine({ t, language }: Wording, { media, path }: ExportedFile): string {
  if (path !== null) return `[${path}]`;
  const size = media.sizeBytes === null ? null : formatSize(media.sizeBytes, language);
  return `[${t('exporting.fileMissing', { name: isolate(media.fileName), size, context: size === null ? undefined : 'size' })}]`;
}

function messageLines(wording: Wording, { item, files, answers }: Entry, indent: string): string {
  const { t, language } = wording;
  if (item.kind === 'gap') return `${indent}— ${gapWords(t, item)}\n`;
  const time = formatTime(item.sentAtMs, language);
  if (item.kind === 'notice') return `${indent}${time} — ${inOneLine(noticeWords(t, item))}\n`;
  const reply = item.reply?.preview;
  const answered =
    reply == null || item.reply?.sender == null
      ? null
      : inOneLine(`> ${item.reply.sender.name}: ${previewWords(t, reply)}`);
  const parts = [
    bodyWords(t, item) || null,
    ...files.map((file) => fileLine(wording, file)),
    marksOf(t, item) || null,
    item.reactions.length === 0
      ? null
      : item.reactions
          .map(({ key, count, picture }) => `${picture?.shortcode ?? key} ${count}`)
          .join('  '),
  ];
  const said = parts.filter((one) => one !== null).join(' ');
  const words = quoted([answered, said].filter((one) => one !== null).join('\n'), indent);
  const own = `${indent}${time} ${inOneLine(item.sender.name)}: ${words}\n`;
  return own + answers.map((answer) => messageLines(wording, answer, `${indent}    `)).join('');
}

export const text: MakeFormat = (wording): Format => {
  let day = Number.NEGATIVE_INFINITY;
  // The folder may get another name.
  let title = [wording.title, ...wording.about].map((line) => `${inOneLine(line)}\n`).join('');
  return {
    add(entry) {
      const { item } = entry;
      let head = title;
      title = '';
      if (item.kind !== 'gap' && startOfDay(item.sentAtMs) > day) {
        day = startOfDay(item.sentAtMs);
        head += `\n${formatDate(day, wording.language)}\n\n`;
      }
      return [{ name: page, text: head + messageLines(wording, entry, '') }];
    },
    end: () => [],
  };
};
