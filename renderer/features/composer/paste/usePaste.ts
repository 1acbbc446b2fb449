// Handles a paste into the field: files become attachments, an address over a selection becomes a link, formatted text becomes markdown,
// a text that is too long for one message a file (also one that is dropped), and Ctrl+Shift+V pastes the plain text.
import { useRef, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/words';
import { isMod } from '#ui/focus/keys';
import { useToasts } from '#ui/overlays/Toasts';
import { empty, part } from '../suggestions/mentions';
import type { FieldText } from '../useField';

export interface Paste {
  onKeyDown(event: KeyboardEvent): void;
  /** Also for a cut: mentions among the words are there again when they are pasted. */
  onCopy(): void;
  onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void;
  onDrop(event: DragEvent<HTMLTextAreaElement>): void;
}

/** Office programs put a picture of the copied text into the clipboard; then only the text is pasted. */
function pastedFiles({ clipboardData }: ClipboardEvent): File[] {
  const files = [...clipboardData.files];
  const pictureOfText =
    clipboardData.types.includes('text/rtf') && clipboardData.getData('text/plain') !== '';
  return pictureOfText ? [] : files;
}

const anAddress = /^https?:\/\/\S+$/i;
/** HTML without any of these has no format that markdown could keep. */
const anyFormat =
  /<(?:b|strong|i|em|s|del|strike|a|ul|ol|code|pre|table|h[1-6]|blockquote)\b|font-weight|font-style|line-through|MsoList/i;
/** The line is an item of a list, or quoted. */
const inSigns = /^\s*(?:>|[-*+] |\d{1,9}[.)] )/;
const lineTo = (text: string, caret: number): string =>
  text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);

export function usePaste(
  { apply, insert }: Pick<FieldText, 'apply' | 'insert'>,
  onFiles: (files: readonly File[]) => void,
  isEdit: boolean,
): Paste {
  const { t } = useTranslation();
  const toasts = useToasts();
  const plain = useRef(false);
  const copied = useRef(empty);
  /** In UTF-8, which is what a server counts; the browser would cut a longer text without a word. */
  const isTaken = (event: { preventDefault(): void }, text: string, left: number): boolean => {
    if (new Blob([text]).size <= left) return false;
    event.preventDefault();
    void import('./longText').then(({ pasteLong }) =>
      pasteLong(text, toasts, t, isEdit ? null : onFiles),
    );
    return true;
  };
  return {
    onKeyDown(event) {
      plain.current = isMod(event) && event.shiftKey && event.key.toLowerCase() === 'v';
    },
    onCopy: () =>
      void apply((written, { start, end }) => {
        copied.current = part(written, start, end);
        return null;
      }),
    onPaste(event) {
      const files = pastedFiles(event);
      const { clipboardData, currentTarget } = event;
      const isPlain = plain.current;
      plain.current = false;
      if (files.length > 0) {
        event.preventDefault();
        onFiles(files);
        return;
      }
      const text = clipboardData.getData('text/plain');
      const { value, selectionStart, selectionEnd, maxLength } = currentTarget;
      const left = maxLength - value.length + selectionEnd - selectionStart;
      if (isTaken(event, text, left) || isPlain) return;
      const html = clipboardData.getData('text/html');
      const chosen = value.slice(selectionStart, selectionEnd).trim();
      const { current: own } = copied;
      const isOwn = own.mentions.length > 0 && text.replaceAll('\r\n', '\n') === own.text;
      const isLink = chosen !== '' && !anAddress.test(chosen) && anAddress.test(text.trim());
      const isRich = anyFormat.test(html);
      const staysIn = text.trim().includes('\n') && inSigns.test(lineTo(value, selectionStart));
      if (!isOwn && !isLink && !isRich && !staysIn) return;
      event.preventDefault();
      const isEditor = clipboardData.types.includes('vscode-editor-data');
      const pasted = { text, html, isRich, isEditor, left, own: isOwn ? own : null };
      import('./pasting')
        .then(({ pasting }) => pasting({ ...pasted, url: isLink ? text.trim() : null }))
        .then(apply, () => insert(text));
    },
    onDrop(event) {
      const { value, selectionStart, selectionEnd, maxLength } = event.currentTarget;
      const text = event.dataTransfer.getData('text/plain');
      // A text that is dragged within the field leaves its own room there.
      if (value.slice(selectionStart, selectionEnd) !== text)
        isTaken(event, text, maxLength - value.length);
    },
  };
}
