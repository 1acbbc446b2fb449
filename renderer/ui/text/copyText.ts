// Puts text on the clipboard after a press.

/** True when it worked. The clipboard API can be refused by the host, so the old command is the second way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog if there is one: focus may not leave it.
  const host = document.activeElement?.closest('[role=dialog],[role=alertdialog]') ?? document.body;
  const before = document.activeElement;
  host.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
