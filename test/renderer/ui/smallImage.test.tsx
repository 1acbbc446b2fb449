// A picture of a pack that cannot be loaded leaves a mark or its name, not the browser's sign.
import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { SmallImage } from '#ui/marks/SmallImage';

test('a picture that cannot be loaded has a mark with its name; another address is tried anew', async () => {
  const { container, rerender } = render(<SmallImage src="/gone" text="heron" />);
  fireEvent.error(screen.getByRole('img', { name: 'heron' }));
  expect(container.querySelector('img')).toBeNull();
  await screen.findByRole('img', { name: 'heron' });
  rerender(<SmallImage src="/there" text="heron" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/there');
});

test('without an address there is a mark at once; beside its name it is no picture to a screen reader', async () => {
  const { container } = render(<SmallImage src={null} text="" />);
  expect(container.querySelector('img')).toBeNull();
  await waitFor(() =>
    expect(container.querySelector('[data-missing]')?.getAttribute('aria-hidden')).toBe('true'),
  );
});

test('inside a text its name stands in its place', () => {
  render(<SmallImage src="/gone" text=":heron:" missing=":heron:" />);
  fireEvent.error(screen.getByRole('img'));
  expect(screen.queryByRole('img')).toBeNull();
  screen.getByText(':heron:');
});
