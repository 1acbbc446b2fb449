// While one steps through hits, the words that were looked for are marked in what messages say.
import '../jsdom';
import { act, fireEvent, render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useFoundWords } from '../../../renderer/features/search/useFoundWords';

/** jsdom paints nothing: the marks are kept as the browser would get them. */
class Marks extends Set<Range> {}
const highlights = new Map<string, Marks>();
beforeAll(() => {
  Object.assign(globalThis, { Highlight: Marks });
  Object.assign(globalThis, { CSS: { ...globalThis.CSS, highlights } });
});

interface WindowProps {
  readonly words: readonly string[];
  readonly said: ReactNode;
  readonly isTarget?: boolean;
}

function Window({ words, said, isTarget }: WindowProps) {
  useFoundWords(words);
  return (
    <main>
      <h1>Garden</h1>
      <div role="log">
        <article data-message data-target={isTarget} aria-describedby="words-1">
          <span>Garden Gate</span>
          <p id="words-1">{said}</p>
        </article>
      </div>
    </main>
  );
}

const marked = (): string[] => [...(highlights.get('found') ?? [])].map(String);
const holders = (): (string | undefined)[] =>
  [...(highlights.get('found') ?? [])].map((range) => range.startContainer.parentElement?.tagName);

test('words are marked in what is said, whatever their case, not in the name of who says it', () => {
  render(<Window words={['garden']} said="The Garden, our garden" />);
  expect(marked()).toEqual(['Garden', 'garden']);
  expect(holders()).toEqual(['P', 'P']);
});

test("the app's own words below a message are not marked", () => {
  render(
    <Window
      words={['edited']}
      said={
        <>
          I edited it <button data-unsaid>(edited)</button>
        </>
      }
    />,
  );
  expect(marked()).toEqual(['edited']);
  expect(holders()).toEqual(['P']);
});

test('what is drawn later is marked too, and nothing once nobody looks for it', async () => {
  const { rerender, unmount } = render(<Window words={['gate']} said="closed" />);
  expect(marked()).toEqual([]);
  act(() => rerender(<Window words={['gate']} said="the gate" />));
  await waitFor(() => expect(marked()).toEqual(['gate']));
  unmount();
  expect(highlights.has('found')).toBe(false);
});

test('in the message that is gone to, the first place of the words comes into view, once', async () => {
  const box = (top: number) => ({ top, bottom: top + 20, height: 20 }) as DOMRect;
  const scrolled = (): number => document.querySelector('[role="log"]')?.scrollTop ?? 0;
  Range.prototype.getBoundingClientRect = () => box(900 - scrolled());
  const words = ['gate'];
  const { rerender } = render(<Window words={words} said="a long way to the gate" />);
  const log = document.querySelector('[role="log"]');
  if (log === null) throw new Error('There is no list');
  log.getBoundingClientRect = () => ({ top: 0, bottom: 600, height: 600 }) as DOMRect;
  rerender(<Window words={words} said="a long way to the gate" isTarget />);
  await waitFor(() => expect(log.scrollTop).toBe(700));
  // The list holds the beginning of the message once its rows have their heights.
  log.scrollTop = 0;
  await waitFor(() => expect(log.scrollTop).toBe(700));
  // The reader goes on from there, and what is drawn meanwhile moves nothing.
  fireEvent.wheel(log);
  log.scrollTop = 100;
  rerender(<Window words={words} said="a long way to the gate, the gate" isTarget />);
  await waitFor(() => expect(marked()).toHaveLength(2));
  expect(log.scrollTop).toBe(100);
});
