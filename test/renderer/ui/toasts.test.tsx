// Notices, and what fills the screen meanwhile.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ToastsProvider, useToasts } from '#ui/overlays/Toasts';

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
