// Puts text on the clipboard after a press.

/** True when it worked. The clipboard API can be refused by the host, so the old command is the second way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Copies with `execCommand` and a `copy` listener, so that neither the focus nor the selection moves. */
function copyByCommand(text: string): boolean {
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', onCopy, true);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', onCopy, true);
  }
}
