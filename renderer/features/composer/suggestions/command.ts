// How a text is sent: commands that only change that, and the double slash. Pure.
import { joined, part, trimmed, unmarked, type Marked } from './mentions';

export interface Written extends Marked {
  readonly kind: 'text' | 'emote';
  /** The text is sent without markdown. */
  readonly plain: boolean;
}

const shrug = '¯\\_(ツ)_/¯';

const sendingOnly = /^\/(me|plain|spoiler|shrug)(?:\s+|$)/i;

/** True for a slash and one word of letters that asks for something else than to send its text; whether it is known, commands.ts says. */
export const isCommand = ({ text }: Marked): boolean =>
  /^\/[a-z]{1,20}(?=\s|$)/i.test(text.trim()) && !sendingOnly.test(text.trim());

/** `/me waves` is an emote; `//text` is the text `/text`. Null when there is nothing to send. */
export function readCommand(input: Marked): Written | null {
  const written = trimmed(input);
  if (written.text === '') return null;
  const [head = '', name = ''] = /^\/(me|plain|spoiler|shrug)(?:\s+|$)/i.exec(written.text) ?? [];
  const rest = part(written, head.length);
  const text = { kind: 'text', plain: false } as const;
  if (name.toLowerCase() === 'shrug')
    return {
      ...{ ...text, plain: true },
      ...joined(rest, unmarked(rest.text === '' ? shrug : ` ${shrug}`)),
    };
  // A command without a text is sent as it was written.
  if (rest.text === '') return { ...text, ...written };
  switch (name.toLowerCase()) {
    case 'me':
      return { ...text, kind: 'emote', ...rest };
    case 'plain':
      return { ...text, plain: true, ...rest };
    case 'spoiler':
      return { ...text, ...joined(unmarked('||'), rest, unmarked('||')) };
    default:
      return { ...text, ...part(written, written.text.startsWith('//') ? 1 : 0) };
  }
}
