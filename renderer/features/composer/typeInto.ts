// Inserts text into a field as if a person had typed it: the browser can undo it, and the field fires its `input` event.

/** Replaces the text between `from` and `to`; the caret comes behind `text`. */
export function typeInto(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  if (text === '' && from === to) return;
  // `execCommand` is the only way to change a field so that the browser can undo it.
  const done =
    // A field that is not shown takes no focus: the words would go into another one.
    document.activeElement === field &&
    typeof document.execCommand === 'function' &&
    document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  if (done) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
