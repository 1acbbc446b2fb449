// The plain text of an extensible event (MSC1767), which stands in where nobody knows the kind. Pure.
import { isRecord, textOf } from '#stores/events/types';

/** `m.text` as a text or as a list of forms, or as it was called before; else `body`. Null where there is none. */
export function plainWords(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const text =
    value['m.text'] ??
    value['org.matrix.msc1767.text'] ??
    value['org.matrix.msc1767.message'] ??
    value['body'];
  if (!Array.isArray(text)) return textOf(text);
  const plain = (text as readonly unknown[]).find(
    (form) => isRecord(form) && [undefined, 'text/plain'].includes(form['mimetype'] as undefined),
  );
  return isRecord(plain) ? textOf(plain['body']) : null;
}
