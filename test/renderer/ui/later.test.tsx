// Screens that are fetched with their first use.
import '../jsdom';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { createI18n } from '#app/i18n';
import { WordsProvider } from '#app/words';
import { firstPictureStands, later } from '#app/later';
import { ErrorBoundary } from '#ui/layout/ErrorBoundary';
import { CrashGuard } from '../../../renderer/features/shell/pages/CrashGuard';

const i18n = createI18n('en');

const Texts = ({ children }: { readonly children: ReactNode }) => (
  <WordsProvider i18n={i18n}>{children}</WordsProvider>
);

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

test('CHAT-8.37 a style sheet or code that cannot be loaded is said, and the window can be loaded again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const failing = (failure: Error) => later(() => Promise.reject<() => ReactNode>(failure));
  const style = Object.assign(new Error('Loading CSS chunk 7 failed'), {
    ...{ code: 'CSS_CHUNK_LOAD_FAILED', request: 'app://trellis/7.css' },
  });
  const code = Object.assign(new Error('Loading chunk 9 failed'), { name: 'ChunkLoadError' });
  for (const failure of [style, code]) {
    const Screen = failing(failure);
    const reload = jest.fn();
    const drawn = render(
      <CrashGuard reload={reload}>
        <Screen />
      </CrashGuard>,
      { wrapper: Texts },
    );
    await screen.findByText('A part of the window could not be loaded');
    fireEvent.click(screen.getByRole('button', { name: 'Load the window again' }));
    expect(reload).toHaveBeenCalledTimes(1);
    drawn.unmount();
  }
  // Anything else that throws has no use for that.
  const Broken = failing(new Error('broken'));
  render(
    <CrashGuard>
      <Broken />
    </CrashGuard>,
    { wrapper: Texts },
  );
  await screen.findByText('This part of the window stopped working');
  expect(screen.queryByRole('button', { name: 'Load the window again' })).toBeNull();
  jest.restoreAllMocks();
});

test('CHAT-8.37 what cannot be loaded is named: Unable to preload CSS', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const failure = Object.assign(new Error('Loading CSS chunk 7 failed'), {
    ...{ code: 'CSS_CHUNK_LOAD_FAILED', request: 'app://trellis/7.css' },
  });
  const Screen = later(() => Promise.reject<() => ReactNode>(failure));
  render(
    <ErrorBoundary fallback={(_again, thrown) => <p>{(thrown as Error).message}</p>}>
      <Screen />
    </ErrorBoundary>,
  );
  await screen.findByText('Unable to preload CSS for app://trellis/7.css');
  jest.restoreAllMocks();
});
