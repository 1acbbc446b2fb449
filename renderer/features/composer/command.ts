// What the text asks for. Only the two commands that people know by heart; a slash that starts anything else is text.

import { part, trimmed, type Marked } from './mentions';

export interface Written extends Marked {
  readonly kind: 'text' | 'emote';
  /** Its signs are no markdown. */
  readonly plain: boolean;
}

/** `/me waves` is an emote; `//text` is the text `/text`. Null when there is nothing to send. */
export function readCommand(input: Marked): Written | null {
  const written = trimmed(input);
  if (written.text === '') return null;
  const [head = '', name] = /^\/(me|plain)\s+(?=\S)/.exec(written.text) ?? [];
  if (name !== undefined)
    return {
      kind: name === 'me' ? 'emote' : 'text',
      plain: name === 'plain',
      ...part(written, head.length),
    };
  return { kind: 'text', plain: false, ...part(written, written.text.startsWith('//') ? 1 : 0) };
}
