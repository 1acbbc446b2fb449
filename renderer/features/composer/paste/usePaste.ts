// Handles a paste into the field: files become attachments, an address over a selection becomes a link, formatted text becomes markdown,
// a text that is too long for one message a file (also one that is dropped), and Ctrl+Shift+V pastes the plain text.
import { useRef, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/words';
import { isMod } from '#ui/focus/keys';
import { useToasts } from '#ui/overlays/Toasts';
import { empty, joined, part, unmarked, type Marked } from '../suggestions/mentions';
import type { FieldText, Formatted } from '../useField';
import type { Place } from './markdownOf';

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
/** Code editors colour the text that they copy; only the text is pasted. */
const isCode = ({ types }: DataTransfer, html: string): boolean =>
  types.includes('vscode-editor-data') ||
  /^[^<]*(?:<[^>]*>\s*){0,4}<(?:div|pre)[^>]*(?:white-space:\s*pre|text-wrap-mode:\s*nowrap)/i.test(
    html,
  );

/** The line is an item of a list, or quoted. */
const inSigns = /^\s*(?:>|[-*+] |\d{1,9}[.)] )/;
const lineTo = (text: string, caret: number): string =>
  text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret);

export function usePaste(
  { apply }: Pick<FieldText, 'apply'>,
  onFiles: (files: readonly File[]) => void,
  isEdit: boolean,
): Paste {
  const { t } = useTranslation();
  const toasts = useToasts();
  const plain = useRef(false);
  const copied = useRef(empty);
  const put = (made: (before: string, after: string) => Marked): void =>
    void apply((written, { start, end }): Formatted => {
      const added = made(written.text.slice(0, start), written.text.slice(end));
      const caret = start + added.text.length;
      return {
        written: joined(part(written, 0, start), added, part(written, end)),
        selection: { start: caret, end: caret },
      };
    });
  const insert = (pasted: string, place: Place | null = null): void =>
    put((before, after) => unmarked(place?.(before, after) ?? pasted));
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
      if (isOwn) {
        event.preventDefault();
        put(() => own);
      } else if (chosen !== '' && !anAddress.test(chosen) && anAddress.test(text.trim())) {
        event.preventDefault();
        import('../format/format')
          .then(({ linked }) => apply((written, at) => linked(written, at, text.trim())))
          .catch(() => insert(text));
      } else if (anyFormat.test(html) && !isCode(clipboardData, html)) {
        event.preventDefault();
        import('./markdownOf')
          .then(({ placing }) => placing(html, text, left))
          .catch(() => null)
          .then((place) => insert(text, place))
          .catch(() => undefined);
      } else if (text.trim().includes('\n') && inSigns.test(lineTo(value, selectionStart))) {
        event.preventDefault();
        void import('./placed')
          .then(
            ({ isInSigns, placed }): Place =>
              (before, after) =>
                isInSigns(before, after)
                  ? placed(text.replaceAll('\r\n', '\n'), before, after)
                  : null,
          )
          .catch(() => null)
          .then((place) => insert(text, place));
      }
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
