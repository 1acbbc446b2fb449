import '../jsdom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { commandsFor } from '../../../renderer/features/composer/suggestions/commands';
import { people } from '../../gallery/fixtures';
import { callsOf, field, larkfield, open, type } from './composerWindow';

const enter = (area: HTMLTextAreaElement): boolean => fireEvent.keyDown(area, { key: 'Enter' });
const list = (): Promise<HTMLElement> => screen.findByRole('listbox', { name: 'Commands' });

test('a slash lists the commands with their help; arrows and Enter choose one', async () => {
  const { engine } = await open();
  const area = await type('/');
  expect(within(await list()).getByRole('option', { name: /^\/me text/ })).toBeTruthy();
  await type('/to');
  expect(within(await list()).getAllByRole('option')).toHaveLength(1);
  expect((await list()).textContent).toContain('Changes the topic of this room');
  enter(area);
  expect(area.value).toBe('/topic ');
  expect(screen.queryByRole('listbox')).toBeNull();
  enter(await type('/topic Print on Monday'));
  await waitFor(() =>
    expect(callsOf(engine, 'setTopic')).toEqual([{ roomId: larkfield, topic: 'Print on Monday' }]),
  );
  expect(callsOf(engine, 'sendMessage')).toEqual([]);
  expect(area.value).toBe('');
});

test('each line says what stands behind the command in words, and nothing where nothing does', async () => {
  await open();
  await type('/leave');
  expect(within(await list()).getByRole('option').textContent).toMatch(/^\/leaveLeaves this room/);
});

test('a person of a command is chosen by name, or written as an address, and a reason stands behind', async () => {
  const { engine } = await open();
  const area = await type('/ban @odi');
  await screen.findByRole('listbox', { name: 'People to mention' });
  enter(area);
  expect(area.value).toBe('/ban @Odile Marchetti ');
  fireEvent.change(area, { target: { value: '/ban @Odile Marchetti spam' } });
  enter(area);
  const { userId } = people.odile;
  await waitFor(() =>
    expect(callsOf(engine, 'ban')).toEqual([{ roomId: larkfield, userId, reason: 'spam' }]),
  );
  enter(await type(`/kick ${userId}`));
  await waitFor(() =>
    expect(callsOf(engine, 'kick')).toEqual([{ roomId: larkfield, userId, reason: null }]),
  );
  enter(await type(`/op ${userId}`));
  await waitFor(() =>
    expect(callsOf(engine, 'setPowerLevel')).toEqual([
      { roomId: larkfield, userIds: [userId], level: 50 },
    ]),
  );
});

test('behind a command about people outside of the room those are offered whom this account knows', async () => {
  const { engine } = await open((fake) =>
    fake.update({
      members: fake.world.members.map((one) =>
        one.person.userId === people.odile.userId ? { ...one, membership: 'ban' } : one,
      ),
    }),
  );
  const offered = async (text: string): Promise<string[]> => {
    const area = await type(text);
    await screen.findByRole('listbox', { name: 'People to mention' });
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
    enter(area);
    await type('');
    return options;
  };
  const [, ...rest] = await offered('/invite @od');
  expect(rest).toEqual([]);
  expect(await offered('/unban @od')).toHaveLength(1);
  expect(await offered('/msg @od')).toHaveLength(1);
  enter(await type('/invite @od'));
  expect((await field()).value).toBe('/invite @Odile Marchetti ');
  enter(await field());
  await waitFor(() =>
    expect(callsOf(engine, 'invite')).toEqual([
      { roomId: larkfield, userIds: [people.odile.userId] },
    ]),
  );
});

test('only what this account may do is offered and obeyed', async () => {
  const may = {
    ...{ send: true, invite: false, rename: false, setTopic: false, redactOthers: false },
    ...{ pin: false, notifyRoom: false, kick: false, ban: false, setRoles: false },
  };
  expect(commandsFor(may, '').map(({ name }) => name)).toEqual([
    ...['me', 'plain', 'spoiler', 'shrug', 'msg', 'join', 'leave'],
  ]);
  expect(commandsFor(may, 'query').map(({ name }) => name)).toEqual(['msg']);
  const { engine } = await open((fake) =>
    fake.update({ headers: { [larkfield]: { permissions: may } } }),
  );
  enter(await type('/topic new'));
  expect((await screen.findByRole('alert')).textContent).toContain('no command /topic for you');
  expect(callsOf(engine, 'setTopic')).toEqual([]);
});

test('an unknown command says so, keeps its text, and goes out as a message when that is wanted', async () => {
  const { engine } = await open();
  const area = await type('/dance now');
  enter(area);
  expect((await screen.findByRole('alert')).textContent).toContain('no command /dance');
  expect(area.value).toBe('/dance now');
  await type('/dance no');
  expect(screen.queryByRole('alert')).toBeNull();
  enter(area);
  fireEvent.click(await screen.findByRole('button', { name: 'Send as message' }));
  await waitFor(() =>
    expect(callsOf(engine, 'sendMessage')).toMatchObject([{ text: '/dance no', kind: 'text' }]),
  );
  expect((await field()).value).toBe('');
});

test('a command without what it needs asks for it', async () => {
  const { engine } = await open();
  for (const text of ['/invite Odile', '/topic', '/join nowhere']) {
    enter(await type(text));
    expect((await screen.findByRole('alert')).textContent).toContain('needs more');
  }
  enter(await type('/leave now'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('stands alone'));
  const acts = ['invite', 'setTopic', 'leaveRoom', 'joinRoom'];
  expect(acts.flatMap((name) => callsOf(engine, name))).toEqual([]);
});

test('a command that is refused gives its text back and says why', async () => {
  await open((fake) => {
    fake.answers.renameRoom = () => Promise.reject(appFailure('forbidden', 'no'));
  });
  const area = await type('/roomname Studio');
  enter(area);
  await waitFor(() => expect(area.value).toBe('/roomname Studio'));
  expect(await screen.findAllByRole('alertdialog')).toHaveLength(1);
});

test.each([
  ['/shrug', { text: '¯\\_(ツ)_/¯', plain: true }],
  ['/shrug well', { text: 'well ¯\\_(ツ)_/¯', plain: true }],
  ['/spoiler it was him', { text: '||it was him||' }],
  ['/plain *a*', { text: '*a*', plain: true }],
  ['/me', { text: '/me', kind: 'text' }],
  ['//leave', { text: '/leave', kind: 'text' }],
])('%s', async (typed, sent) => {
  const { engine } = await open();
  enter(await type(typed));
  await waitFor(() => expect(callsOf(engine, 'sendMessage')[0]).toMatchObject(sent));
});
