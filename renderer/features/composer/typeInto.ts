// Writes into a text field as a person would: the browser's undo takes it back, and whoever listens to the field hears of it.

/** Replaces what stands between `from` and `to`; the caret comes behind `text`. */
export function typeInto(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  if (text === '' && from === to) return;
  // Nothing else that writes into a field can be undone. Browsers keep this command for it.
  const done =
    typeof document.execCommand === 'function' &&
    document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  if (done) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
