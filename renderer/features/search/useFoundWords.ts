// Marks what was looked for in the messages that are drawn, while one steps through the hits, and brings it into view. Changes no element: the browser paints
// ranges of the text (CSS Custom Highlight API), so what is drawn of others' HTML stays as the sanitiser made it.
import { useEffect } from 'react';

const name = 'found';
/** More of them in one view tell nothing. */
const most = 500;

/** Places of the words within the text of an element, whatever their case. */
function rangesOf(element: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    // The app's own words, not the sender's.
    if (node.parentElement?.closest('[data-unsaid]') != null) continue;
    const text = (node.nodeValue ?? '').toLowerCase();
    for (const word of words)
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        // Some letters are longer in lower case: then the places are others.
        if (text.length !== node.nodeValue?.length || ranges.length >= most) return ranges;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
  }
  return ranges;
}

/** The element with the words of a message, without sender and time. */
const saidIn = (message: Element): Element =>
  document.getElementById(message.getAttribute('aria-describedby') ?? '') ?? message;

/** For so many frames the list settles after a jump: rows get their heights, and it holds its place. */
const framesToSettle = 30;

/** Brings the place into view, at a third of the list, and keeps it there until the list has settled or the reader acts. */
function showIn(list: Element, range: Range): void {
  let left = framesToSettle;
  const acts = ['wheel', 'keydown', 'pointerdown'];
  const leave = (): void => void (left = 0);
  for (const act of acts) window.addEventListener(act, leave, { capture: true, passive: true });
  const look = (): void => {
    const [view, place] = [list.getBoundingClientRect(), range.getBoundingClientRect()];
    if (left > 0 && (place.top < view.top || place.bottom > view.bottom))
      list.scrollTop += place.top - view.top - view.height / 3;
    left -= 1;
    if (left > 0) requestAnimationFrame(look);
    else for (const act of acts) window.removeEventListener(act, leave, { capture: true });
  };
  look();
}

/** @param words as they stand in what was found; none: nothing is marked */
export function useFoundWords(words: readonly string[]): void {
  const key = [...new Set(words.map((word) => word.toLowerCase()))].sort().join('\n');
  useEffect(() => {
    // The messages may be drawn later than this.
    const room = document.querySelector('main');
    if (key === '' || room === null || !('highlights' in CSS)) return undefined;
    const wanted = key.split('\n');
    const highlight = new Highlight();
    CSS.highlights.set(name, highlight);
    let frame = 0;
    let shown: Element | null = null;
    const mark = (): void => {
      frame = 0;
      highlight.clear();
      for (const message of room.querySelectorAll('[role="log"] [data-message]')) {
        const ranges = rangesOf(saidIn(message), wanted);
        for (const range of ranges) highlight.add(range);
        const [first] = ranges;
        const list = message.closest('[role="log"]');
        // The message that was gone to, once: from there on the reader scrolls.
        if (first === undefined || list === null || !message.matches('[data-target]')) continue;
        if (message !== shown) showIn(list, first);
        shown = message;
      }
    };
    mark();
    const observer = new MutationObserver(() => {
      if (frame === 0) frame = requestAnimationFrame(mark);
    });
    const attributeFilter = ['data-target'];
    observer.observe(room, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter,
    });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(name);
    };
  }, [key]);
}
