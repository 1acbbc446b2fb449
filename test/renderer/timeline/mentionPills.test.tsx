// A pill is drawn with what is known of a person or a room, and gets the name once that becomes known.
import '../jsdom';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { RoomTimeline } from '../../../renderer/features/timeline';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';

const larkfield = roomId('larkfield');
const wen = { ...people.tomas, userId: '@wen:fernhill.example', name: 'Wen Li' };

beforeAll(() => {
  // jsdom lays nothing out: rows of 40 in a view of 400.
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ height: 40, top: 0, bottom: 40 } as DOMRect);
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterAll(() => jest.restoreAllMocks());

const says = (html: string, text: string): MessageItem =>
  message(people.odile, text, at(9, 48), { body: { type: 'text', text, html } });
const byLink = says(`ask <a href="https://matrix.to/#/${wen.userId}">the boss</a>`, 'ask the boss');
const byAddress = says(
  `or write to ${wen.userId} <em>today</em>`,
  `or write to ${wen.userId} today`,
);

async function open(items: readonly TimelineItem[]): Promise<FakeEngine> {
  const engine = createFakeEngine(exampleWorld());
  engine.update({ timelines: { [larkfield]: items } });
  render(
    <AccountWindow engine={engine}>
      <RoomTimeline conversation={{ roomId: larkfield, threadId: null }} />
    </AccountWindow>,
  );
  await screen.findByRole('log', { name: 'Messages' });
  return engine;
}

const pills = (): (string | null)[] =>
  [...screen.getByRole('log').querySelectorAll(`[title="${wen.userId}"]`)].map(
    ({ textContent }) => textContent,
  );

test('a name that comes with a later message reaches the pills that are drawn already', async () => {
  const drawn = [byLink, byAddress];
  const engine = await open(drawn);
  await waitFor(() => expect(pills()).toEqual([wen.userId, wen.userId]));
  // The same items: nothing about these messages themselves has changed.
  act(() =>
    engine.update({ timelines: { [larkfield]: [...drawn, message(wen, 'me?', at(9, 49))] } }),
  );
  await waitFor(() => expect(pills()).toEqual([`@${wen.name}`, `@${wen.name}`]));
});

test('a name that comes with the message itself, and a new name, reach its pill', async () => {
  const engine = await open([byLink]);
  await waitFor(() => expect(pills()).toEqual([wen.userId]));
  for (const name of [wen.name, 'Wen Li-Okafor']) {
    const named = { ...byLink, mentions: [{ ...wen, name }] };
    act(() => engine.update({ timelines: { [larkfield]: [named] } }));
    await waitFor(() => expect(pills()).toEqual([`@${name}`]));
  }
});

test('a change of a name, told with the name before it, leaves today’s name in the pill', async () => {
  const renamed: NoticeItem = {
    ...{ kind: 'notice', key: '$renamed', eventId: '$renamed', what: 'renamed_self' },
    ...{ actor: { ...wen, name: 'Wen of old' }, target: null, detail: wen.name },
    sentAtMs: at(9, 50),
  };
  await open([{ ...byLink, mentions: [wen] }, renamed]);
  await waitFor(() => expect(pills()).toEqual([`@${wen.name}`]));
});

test('a name that somebody else has too stands in a pill with the address', async () => {
  await open([{ ...byLink, mentions: [{ ...wen, ambiguous: true }] }]);
  await waitFor(() => expect(pills()).toEqual([`@${wen.name} (${wen.userId})`]));
});

test('an address of a message or a room gives way to the name of the room; words of the sender stay where no name is known', async () => {
  const garden = '!garden:fernhill.example';
  const toGarden = `https://matrix.to/#/${garden}`;
  const plain = (text: string): MessageItem =>
    message(people.odile, text, at(9, 48), { body: { type: 'text', text, html: null } });
  const engine = createFakeEngine(exampleWorld());
  engine.update({
    headers: { ...engine.world.headers, '!unknown:a.org': { membership: 'unknown' } },
    timelines: {
      [larkfield]: [
        plain(`see ${toGarden}/$event?via=fernhill.example and ${toGarden}`),
        plain(
          'see https://matrix.to/#/%21garden%3Afernhill.example/%24event or matrix:roomid/garden:fernhill.example/e/event',
        ),
        says(
          `<a href="${toGarden}">#My own bank</a>, <a href="${toGarden}/$event">this answer</a>`,
          'two',
        ),
        plain('to https://matrix.to/#/!unknown:a.org/$event or https://matrix.to/#/!unknown:a.org'),
        says('<a href="https://matrix.to/#/!unknown:a.org">#Ladder club</a>', 'three'),
        plain(
          'at matrix:r/ideas:b.org or https://matrix.to/#/%23ideas:b.org/$event or #ideas:b.org',
        ),
      ],
    },
  });
  const header = (name: string) => ({ [garden]: { membership: 'join' as const, name } });
  engine.update({ headers: { ...engine.world.headers, ...header('Garden') } });
  render(
    <AccountWindow engine={engine}>
      <RoomTimeline conversation={{ roomId: larkfield, threadId: null }} />
    </AccountWindow>,
  );
  const log = await screen.findByRole('log', { name: 'Messages' });
  const bare = (text: string | null): string => (text ?? '').replace(/[\u2068\u2069]/g, '');
  const links = (): string[] =>
    [...log.querySelectorAll('a')].map(({ textContent }) => bare(textContent));
  const expected = (name: string): string[] => [
    ...[`Message in ${name}`, `#${name}`, `Message in ${name}`, `Message in ${name}`],
    ...[`#${name}`, 'this answer'],
    ...['Message in a room that you are not in', 'Link to a room', '#Ladder club'],
    ...['#ideas:b.org', 'Message in #ideas:b.org', '#ideas:b.org'],
  ];
  await waitFor(() => expect(links()).toEqual(expected('Garden')));
  act(() => engine.update({ headers: { ...engine.world.headers, ...header('Orchard') } }));
  await waitFor(() => expect(links()).toEqual(expected('Orchard')));
  // The address stands where one asks for it.
  expect(within(log).getByText('Link to a room').closest('a')?.title).toContain('!unknown:a.org');
});
