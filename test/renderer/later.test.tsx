// Screens that are fetched with their first use.
import './jsdom';
import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { firstPictureStands, later } from '#app/later';

class Guard extends Component<{ readonly children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render(): ReactNode {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

test('a chunk that could not be loaded is asked for again when its screen is opened again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const answers = [Promise.reject(new Error('no chunk')), Promise.resolve(() => <p>here</p>)];
  const Screen = later(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  const first = render(
    <Guard>
      <Screen />
    </Guard>,
  );
  await screen.findByText('failed');
  first.unmount();
  render(
    <Guard>
      <Screen />
    </Guard>,
  );
  await screen.findByText('here');
  jest.restoreAllMocks();
});

test('what is mostly empty is asked for once the first picture stands', async () => {
  const load = jest.fn(() => Promise.resolve(() => <p>beside</p>));
  const Around = later(load, { afterFirst: true });
  render(<Around />);
  await act(async () => Promise.resolve());
  expect(load).not.toHaveBeenCalled();
  firstPictureStands();
  await screen.findByText('beside');
  expect(load).toHaveBeenCalledTimes(1);
});
