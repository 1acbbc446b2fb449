// Runs the steps of a story once its screen is there.

/** Each step as soon as it can be done; false: not yet. Answers what ends it. */
export function inTurn(steps: readonly (() => boolean)[], everyMs = 100): () => void {
  const left = [...steps];
  const timer = setInterval(() => {
    if (left[0]?.() === true) left.shift();
    if (left.length === 0) clearInterval(timer);
  }, everyMs);
  return () => clearInterval(timer);
}

/** Types into a field that React draws. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const kind = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
