// A busy switch keeps the keys. A busy button is announced by its name; what names a button that is gone is not left to screen readers.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Button } from '#ui/controls/Button';
import { Switch } from '#ui/controls/Switch';

/** The announcements that name a button. */
const named = (): readonly Element[] => [
  ...document.querySelectorAll('[data-live-announcer] [aria-labelledby]'),
];

test('a button is announced while it is busy; the announcement goes with the button', async () => {
  const saves = (pending: boolean) => <Button pending={pending}>Save</Button>;
  const { rerender, unmount } = render(saves(false));
  const button = screen.getByRole('button', { name: 'Save' });
  act(() => button.focus());
  rerender(saves(true));
  expect(named().map((one) => one.getAttribute('aria-labelledby'))).toEqual([button.id]);
  rerender(saves(false));
  expect(named()).toHaveLength(2);
  unmount();
  await waitFor(() => expect(named()).toEqual([]));
});

test('a switch whose change is being saved keeps the focus and takes no other change', () => {
  const onChange = jest.fn();
  const saves = (pending: boolean) => (
    <Switch label="Share" isSelected={false} pending={pending} onChange={onChange} />
  );
  const { rerender } = render(saves(false));
  const control = screen.getByRole('switch', { name: 'Share' });
  act(() => control.focus());
  rerender(saves(true));
  expect(screen.getByRole<HTMLInputElement>('switch').disabled).toBe(false);
  expect(document.activeElement).toBe(control);
  fireEvent.click(control);
  expect(onChange).not.toHaveBeenCalled();
  rerender(saves(false));
  fireEvent.click(control);
  expect(onChange).toHaveBeenCalledWith(true);
});
