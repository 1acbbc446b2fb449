// A chat as one JSON document for programs: messages in order, with their event ids.
import { noticeWords } from '../../timeline';
import type { Entry, Format, MakeFormat, Wording } from './format';
import { bodyWords } from './words';

const page = 'messages.json';

const person = ({ userId, name }: { userId: string; name: string }) => ({ userId, name });

function asJson(wording: Wording, { item, files, answers }: Entry): object {
  const { t } = wording;
  if (item.kind === 'gap') return { kind: 'gap' };
  const at = { eventId: item.eventId, sentAt: new Date(item.sentAtMs).toISOString() };
  if (item.kind === 'notice')
    return {
      ...{ kind: 'notice', ...at, what: item.what, actor: person(item.actor) },
      ...(item.target !== null && { target: person(item.target) }),
      text: noticeWords(t, item),
    };
  const { body, reply, reactions, edited, sender } = item;
  const html = 'html' in body ? body.html : 'caption' in body ? body.caption?.html : null;
  return {
    ...{ kind: 'message', ...at, sender: person(sender), type: body.type },
    text: bodyWords(t, item),
    ...(html != null && { html }),
    ...(reply !== null && { answers: reply.eventId }),
    ...(edited && { edited }),
    ...(item.eventId === null && { sent: false }),
    ...(files.length > 0 && {
      files: files.map(({ media, path }) => ({
        ...{ name: media.fileName, mimeType: media.mimeType, sizeBytes: media.sizeBytes, path },
      })),
    }),
    ...(reactions.length > 0 && {
      reactions: reactions.map(({ key, count, senders }) => ({ key, count, senders })),
    }),
    ...(answers.length > 0 && { thread: answers.map((answer) => asJson(wording, answer)) }),
  };
}

export const json: MakeFormat = (wording): Format => {
  let isFirst = true;
  const lead = (): string => {
    const head = isFirst
      ? `{"chat":${JSON.stringify(wording.title)},"about":${JSON.stringify(wording.about)},"messages":[\n`
      : ',\n';
    isFirst = false;
    return head;
  };
  return {
    add: (entry) => [{ name: page, text: lead() + JSON.stringify(asJson(wording, entry)) }],
    end: () => [{ name: page, text: `${isFirst ? lead() : ''}\n]}\n` }],
  };
};
