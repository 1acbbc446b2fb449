// Keys among the messages: both ends of what is loaded, and letters that act are never written.
import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RoomTimeline } from '../../../renderer/features/timeline';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';

const larkfield = roomId('larkfield');
const items = Array.from({ length: 5 }, (_, index) =>
  message(people.odile, `text ${index}`, at(9, index), { key: `k${index}`, eventId: `$k${index}` }),
);
const chosen = () => document.activeElement?.getAttribute('data-message');

beforeAll(() => {
  // jsdom lays nothing out: every row is in view.
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ height: 40, top: 0, bottom: 40 } as DOMRect);
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterAll(() => jest.restoreAllMocks());

beforeEach(async () => {
  const engine = createFakeEngine({ ...exampleWorld(), timelines: { [larkfield]: items } });
  render(
    <AccountWindow engine={engine}>
      <main>
        <RoomTimeline conversation={{ roomId: larkfield, threadId: null }} />
        <textarea id="composer-field" aria-label="field" />
      </main>
    </AccountWindow>,
  );
  await screen.findByText('text 4');
});

test('End and Home lead to the messages at both ends', async () => {
  const log = screen.getByRole('log');
  log.focus();
  fireEvent.keyDown(log, { key: 'End' });
  await waitFor(() => expect(chosen()).toBe('k4'));
  fireEvent.keyDown(document.activeElement ?? log, { key: 'Home' });
  await waitFor(() => expect(chosen()).toBe('k0'));
});

test('a letter that would act is not written where the message cannot be acted on so; another one is', () => {
  const log = screen.getByRole('log');
  log.focus();
  fireEvent.keyDown(log, { key: 'ArrowUp' });
  // It is the message of somebody else.
  expect(fireEvent.keyDown(document.activeElement ?? log, { key: 'e' })).toBe(false);
  expect(chosen()).toBe('k4');
  expect(fireEvent.keyDown(document.activeElement ?? log, { key: 'h' })).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText('field'));
});
