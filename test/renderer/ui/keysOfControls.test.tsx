// Keys of single controls: arrows in a toolbar, Enter on a switch.
import '../jsdom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { Switch } from '#ui/controls/Switch';
import { moveAlong } from '#ui/focus/moveAlong';

test('arrows lead along the buttons of a toolbar, round its ends and the other way from right to left', () => {
  render(
    <div role="toolbar" aria-label="Bar" onKeyDown={moveAlong}>
      {['one', 'two', 'three'].map((name) => (
        <button key={name} type="button" disabled={name === 'two'}>
          {name}
        </button>
      ))}
    </div>,
  );
  act(() => screen.getByText('one').focus());
  const press = (key: string, more: object = {}): string | null => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
    return document.activeElement?.textContent ?? null;
  };
  expect(
    ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight'].map((key) => press(key)),
  ).toEqual(['three', 'one', 'three', 'one', 'three']);
  expect(press('ArrowLeft', { altKey: true })).toBe('three');
  document.dir = 'rtl';
  expect(press('ArrowRight')).toBe('one');
  document.dir = 'ltr';
});

test('Enter on a switch changes it, and does not send the form', () => {
  let sent = 0;
  function Form(): ReactNode {
    const [on, setOn] = useState(false);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent += 1;
        }}
      >
        <Switch label="Several answers" isSelected={on} onChange={setOn} />
        <button type="submit">Send</button>
      </form>
    );
  }
  render(<Form />);
  const found = screen.getByRole<HTMLInputElement>('switch', { name: 'Several answers' });
  act(() => found.focus());
  // Unprevented, it would send the form.
  expect(fireEvent.keyDown(found, { key: 'Enter' })).toBe(false);
  expect([found.checked, sent]).toEqual([true, 0]);
});
