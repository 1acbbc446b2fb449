// Notices, and what fills the screen meanwhile.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { ToastsProvider, useToasts, type Notice } from '#ui/overlays/Toasts';
import { ToastsHere } from '#ui/overlays/ToastsHere';

function Tells(): ReactNode {
  const toasts = useToasts();
  return (
    <button type="button" onClick={() => toasts.show({ text: 'Saved' })}>
      Tell
    </button>
  );
}

test('a notice that is shown when something comes to fill the screen stands over it again', async () => {
  const steps: string[] = [];
  Object.assign(HTMLElement.prototype, {
    showPopover: () => void steps.push('show'),
    hidePopover: () => void steps.push('hide'),
  });
  const fill = (): void => act(() => void document.dispatchEvent(new Event('fullscreenchange')));
  render(
    <ToastsProvider regionLabel="Notices" closeLabel="Close">
      <Tells />
    </ToastsProvider>,
  );
  fill();
  fireEvent.click(screen.getByRole('button', { name: 'Tell' }));
  await screen.findByText('Saved');
  expect(steps).toEqual(['show']);
  fill();
  expect(steps).toEqual(['show', 'hide', 'show']);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
  fill();
  expect(steps).toHaveLength(3);
});

test('a notice that is said again takes the place of itself; one with an act of its own only where both are about the same', async () => {
  let show: (notice: Notice) => void = () => undefined;
  const Takes = (): ReactNode => {
    const toasts = useToasts();
    useEffect(() => void (show = toasts.show), [toasts]);
    return null;
  };
  render(
    <ToastsProvider regionLabel="Notices" closeLabel="Close">
      <Takes />
    </ToastsProvider>,
  );
  const action = { label: 'Unlock', onPress: () => undefined };
  const shown = (text: string): number => screen.queryAllByText(text).length;
  act(() => show({ text: 'Plain' }));
  act(() => show({ text: 'Locked', action, about: 'plan.odt' }));
  await screen.findByText('Locked');
  act(() => show({ text: 'Plain' }));
  act(() => show({ text: 'Locked', action, about: 'plan.odt' }));
  await waitFor(() => expect([shown('Plain'), shown('Locked')]).toEqual([1, 1]));
  act(() => show({ text: 'Locked', action, about: 'notes.odt' }));
  await waitFor(() => expect(shown('Locked')).toBe(2));
});

test('what was shown in a place closes when it is left; failures and what has its own end stay', async () => {
  let show: (notice: Notice) => void = () => undefined;
  const Place = (): ReactNode => {
    const toasts = useToasts();
    return (
      <button type="button" onClick={() => (show = toasts.show)}>
        Take
      </button>
    );
  };
  const windowWith = (place: ReactNode): ReactNode => (
    <ToastsProvider regionLabel="Notices" closeLabel="Close">
      {place}
    </ToastsProvider>
  );
  const { rerender } = render(
    windowWith(
      <ToastsHere>
        <Place />
      </ToastsHere>,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Take' }));
  const until = new AbortController();
  act(() => {
    show({ text: 'Not yours' });
    show({ text: 'Moved', until: until.signal });
    show({ text: 'Refused', tone: 'danger' });
  });
  await screen.findByText('Not yours');
  rerender(windowWith(null));
  expect(screen.queryByText('Not yours')).toBeNull();
  screen.getByText('Moved');
  screen.getByText('Refused');
  // An act that ends later has nothing to say about the place any more.
  act(() => {
    show({ text: 'Too late' });
    until.abort();
  });
  expect(screen.queryByText('Moved')).toBeNull();
  expect(screen.queryByText('Too late')).toBeNull();
});
