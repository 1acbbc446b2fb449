// A list for words that are being typed: the last answer stays until the next one has come, so that nothing flickers.
import '../jsdom';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useSteadyList } from '#app/hooks';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';

function People({ text }: { readonly text: string }) {
  const { items, ready, stale } = useSteadyList('members', {
    ...{ roomId: roomId('larkfield'), text, limit: 50 },
  });
  const names = items.map(({ person }) => person.name).join(', ');
  return <output>{`${ready ? 'ready' : 'empty'} ${stale ? 'stale' : 'new'} ${names}`}</output>;
}

test('the last answer stays while another one is on its way, and is known to be the last one', async () => {
  const engine = createFakeEngine(exampleWorld());
  const waiting: (() => void)[] = [];
  const attach: FakeEngine['attach'] = (port) =>
    engine.attach({
      ...port,
      post: (message) => port.post(message),
      onMessage: (listener) =>
        port.onMessage((message) => {
          const { query } = message as { query?: { text?: string } };
          if (query?.text === 'odile') waiting.push(() => listener(message));
          else listener(message);
        }),
    });
  const shown = () => screen.getByRole('status').textContent ?? '';
  const draw = (text: string) => (
    <AccountWindow engine={held}>
      <People text={text} />
    </AccountWindow>
  );
  const held = { ...engine, attach };
  const { rerender } = render(draw(''));
  await waitFor(() => expect(shown()).toMatch(/^ready new .*Odile/));
  const all = shown();
  rerender(draw('odile'));
  await waitFor(() => expect(waiting).toHaveLength(1));
  expect(shown()).toBe(all.replace(' new ', ' stale '));
  act(() => waiting.forEach((go) => go()));
  await waitFor(() => expect(shown()).toMatch(/^ready new Odile/));
  expect(shown().length).toBeLessThan(all.length);
});
