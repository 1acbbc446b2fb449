// The tip of a control that the focus came to by keys.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Search, Users } from 'lucide-react';
import { IconButton } from '../../../renderer/ui/controls/IconButton';
import '../../../renderer/ui/controls/TipBubble';

/** On a machine that does other work as well. */
const long = { timeout: 20_000 };

test('a focus that came by keys shows it at once, as the description of its control; Escape puts it away and does nothing else', async () => {
  const heard = jest.fn();
  render(
    <div onKeyDown={heard}>
      <IconButton label="Search" icon={Search} shortcut="Ctrl+F" />
      <IconButton label="People" icon={Users} />
    </div>,
  );
  const button = screen.getByRole('button', { name: 'Search' });
  expect(button.getAttribute('aria-describedby')).toBeNull();
  const byTab = (name: string): void => {
    fireEvent.keyDown(document.body, { key: 'Tab' });
    act(() => screen.getByRole('button', { name }).focus());
  };
  byTab('Search');
  const tip = await screen.findByRole('tooltip', {}, long);
  expect(tip.textContent).toBe('Search Ctrl+F');
  expect(button.getAttribute('aria-describedby')).toBe(tip.id);
  fireEvent.keyDown(button, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  expect(heard).not.toHaveBeenCalled();
  byTab('People');
  expect((await screen.findByRole('tooltip', {}, long)).textContent).toBe('People');
  fireEvent.keyDown(screen.getByRole('button', { name: 'People' }), { key: 'a' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('it goes with a control that something else moves away', async () => {
  const watched: { readonly moved: () => void; readonly element: Element }[] = [];
  class Observer {
    readonly #moved: () => void;
    constructor(moved: () => void) {
      this.#moved = moved;
    }
    observe(element: Element): void {
      watched.push({ moved: this.#moved, element });
    }
    disconnect(): void {}
  }
  Object.assign(window, { IntersectionObserver: Observer });
  render(<IconButton label="Mute" icon={Search} />);
  const button = screen.getByRole('button', { name: 'Mute' });
  let left = 500;
  button.getBoundingClientRect = () => new DOMRect(left, 100, 40, 40);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => button.focus());
  const before = (await screen.findByRole('tooltip', {}, long)).style.left;
  left = 300;
  expect(watched.at(-1)?.element).toBe(button);
  act(() => watched.at(-1)?.moved());
  const after = screen.getByRole('tooltip');
  expect(parseFloat(before) - parseFloat(after.style.left)).toBe(200);
  expect(button.getAttribute('aria-describedby')).toBe(after.id);
  Reflect.deleteProperty(window, 'IntersectionObserver');
});
