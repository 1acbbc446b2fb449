// A chat as one plain text: a line for each message, days between them.
import { formatDate, formatSize, formatTime, startOfDay } from '#ui/text/time';
import { isolate } from '#ui/text/isolate';
import { noticeWords, previewWords } from '../../timeline';
import type { Entry, ExportedFile, Format, MakeFormat, Wording } from './format';
import { bodyWords, marksOf } from './words';

const page = 'messages.txt';

const quoted = (text: string): string => text.replaceAll('\n', '\n    ');

function fileLine({ t, language }: Wording, { media, path }: ExportedFile): string {
  if (path !== null) return `[${path}]`;
  const size = media.sizeBytes === null ? null : formatSize(media.sizeBytes, language);
  return `[${t('exporting.fileMissing', { name: isolate(media.fileName), size, context: size === null ? undefined : 'size' })}]`;
}

function messageLines(wording: Wording, { item, files, answers }: Entry, indent: string): string {
  const { t, language, ownId } = wording;
  if (item.kind === 'gap') return `${indent}— ${t('exporting.gap')}\n`;
  const time = formatTime(item.sentAtMs, language);
  if (item.kind === 'notice') return `${indent}${time} — ${noticeWords(t, item, ownId)}\n`;
  const reply = item.reply?.preview;
  const parts = [
    reply == null || item.reply?.sender == null
      ? null
      : `> ${item.reply.sender.name}: ${previewWords(t, reply)}\n   `,
    quoted(bodyWords(t, item)) || null,
    ...files.map((file) => fileLine(wording, file)),
    marksOf(t, item) || null,
    item.reactions.length === 0
      ? null
      : item.reactions
          .map(({ key, count, picture }) => `${picture?.shortcode ?? key} ${count}`)
          .join('  '),
  ];
  const words = parts.filter((one) => one !== null).join(' ');
  const own = `${indent}${time} ${item.sender.name}: ${words}\n`;
  return own + answers.map((answer) => messageLines(wording, answer, `${indent}    `)).join('');
}

export const text: MakeFormat = (wording): Format => {
  let day = Number.NEGATIVE_INFINITY;
  return {
    add(entry) {
      const { item } = entry;
      let head = '';
      if (item.kind !== 'gap' && startOfDay(item.sentAtMs) > day) {
        day = startOfDay(item.sentAtMs);
        head = `\n${formatDate(day, wording.language)}\n\n`;
      }
      return [{ name: page, text: head + messageLines(wording, entry, '') }];
    },
    end: () => [],
  };
};
