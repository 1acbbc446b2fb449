// What the text asks for. Only the two commands that people know by heart; a slash that starts anything else is text.

export interface Written {
  readonly kind: 'text' | 'emote';
  readonly text: string;
}

/** `/me waves` is an emote; `//text` is the text `/text`. Null when there is nothing to send. */
export function readCommand(input: string): Written | null {
  const text = input.trim();
  if (text === '') return null;
  const emote = /^\/me\s+([\s\S]+)$/.exec(text);
  if (emote?.[1] !== undefined) return { kind: 'emote', text: emote[1] };
  return { kind: 'text', text: text.startsWith('//') ? text.slice(1) : text };
}
