// Screens that are fetched with their first use.
import './jsdom';
import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { later } from '#app/later';

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
