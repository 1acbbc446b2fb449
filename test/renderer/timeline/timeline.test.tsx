import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { setInteractionModality } from 'react-aria/private/interactions/useFocusVisible';
import type { FileLooks } from '#contract/areas/files/fileLooks';
import { UndecryptableReason } from '#contract/areas/messages/messageModels';
import { SendStatus } from '#contract/areas/messages/timelineModels';
import { NoticeItem } from '#contract/areas/messages/noticeModels';
import type { MessageItem, Reaction } from '#contract/areas/messages/timelineModels';
import { TimelineScopeProvider } from '../../../renderer/features/timeline/context';
import type { TimelineActions } from '../../../renderer/features/timeline/context';
import { foldNotices } from '../../../renderer/features/timeline/folds';
import { createI18n } from '#app/i18n';
import '../../support/allWords';
import { OpenLink } from '../../../renderer/features/timeline/html/Link';
import { messageLine } from '../../../renderer/features/timeline/kinds/registry';
import { createEngagement } from '../../../renderer/features/timeline/engagement';
import { isLong } from '../../../renderer/features/timeline/kinds/Words';
import { Row } from '../../../renderer/features/timeline/rows/Row';
import type { Item } from '../../../renderer/features/timeline/rows/Row';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, mara, message, people, person } from '../../gallery/fixtures';

const { t } = createI18n('en');
const done: [name: string, ...args: unknown[]][] = [];
const acts = new Map<string, (...args: unknown[]) => void>();
/** Each act is noted with what it was given; it is the same function whenever it is asked for. */
const noted = (name: string) => {
  const act1 = acts.get(name) ?? ((...args: unknown[]) => void done.push([name, ...args]));
  acts.set(name, act1);
  return act1;
};
const actions = new Proxy({} as TimelineActions, { get: (_target, name) => noted(String(name)) });
const heard = { items: () => [], playback: null, leave: null };
const scope = {
  conversation: { roomId: '!room:example.org', threadId: null },
  roomId: '!room:example.org',
  actions,
  opened: new Set<string>(),
  engagement: createEngagement(),
  heard,
  toggleFold: () => undefined,
};
beforeEach(() => {
  done.length = 0;
});

async function rows(...items: readonly ReactNode[]): Promise<void> {
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <TimelineScopeProvider value={scope}>
        {items.map((item, index) => (
          <div key={index}>{item}</div>
        ))}
        <span>drawn</span>
      </TimelineScopeProvider>
    </AccountWindow>,
  );
  await screen.findByText('drawn');
}

const row = async (item: Item, isLatestOwn = false): Promise<HTMLElement> => {
  await rows(<Row item={item} isLatestOwn={isLatestOwn} />);
  return screen.queryByRole('article') ?? document.body;
};

const media = {
  handle: 'handle-handle-handle',
  thumbnail: null,
  fileName: 'plan.pdf',
  mimeType: 'application/pdf',
  sizeBytes: 18_400_000,
  width: null,
  height: null,
  durationMs: null,
  blurhash: null,
  encrypted: true,
  broken: null,
};
const looks: FileLooks = { extension: 'pdf', fileKind: 'pdf', warnings: [] };
const odile = (more: Partial<MessageItem>, text = 'words'): MessageItem =>
  message(people.odile, text, at(9, 48), more);

describe('kinds of rows', () => {
  test('a message says who, when and what, and is described by its words', async () => {
    const article = await row(odile({}, 'Bag proof'));
    expect(article.getAttribute('aria-label')).toMatch(/^Message from Odile Marchetti, 0?9:48/);
    const described = document.getElementById(article.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Bag proof');
  });

  test('a second one of the same person has only its time', async () => {
    const article = await row(odile({ continuation: true }));
    expect(within(article).queryByText('Odile Marchetti')).toBeNull();
    expect(article.querySelector('time')).not.toBeNull();
  });

  test('two people of one name are told apart', async () => {
    await row(odile({ sender: { ...people.odile, ambiguous: true } }));
    screen.getByText('@odile:fernhill.example');
  });

  test('an emote names its actor once, an edit says so', async () => {
    const body = { type: 'emote' as const, text: 'waves', html: null };
    await rows(
      <Row item={odile({ key: 'a', body, edited: true })} />,
      <Row item={odile({ key: 'b', body, continuation: true })} />,
    );
    const [first, second] = screen.getAllByRole('article').map((one) => one.textContent ?? '');
    expect(first?.split(people.odile.name)).toHaveLength(2);
    expect(first).toContain('waves (edited)');
    expect(second).toContain('Odile Marchettiwaves');
  });

  test('a file has its name, size and a way to save it', async () => {
    const caption = { text: 'the plan', html: null };
    await row(odile({ body: { type: 'file', media, looks, caption } }));
    screen.getByText('plan.pdf');
    screen.getByText(/18\.4\sMB/);
    screen.getByText('the plan');
    fireEvent.click(screen.getByRole('button', { name: 'Save plan.pdf' }));
    expect(done).toEqual([['save', media]]);
  });

  test('an unknown kind shows the text that stands in for it', async () => {
    await row(odile({ body: { type: 'unsupported', eventType: 'x.y', text: 'a beacon' } }));
    screen.getByText('a beacon');
  });

  test('the card of a file opens it, by its own button', async () => {
    await row(odile({ body: { type: 'file', media, looks, caption: null } }));
    const open = screen.getByRole('button', { name: 'Open plan.pdf' });
    expect(open.tabIndex).toBe(0);
    fireEvent.click(open);
    expect(done).toEqual([['view', media]]);
  });

  test('a caption is drawn as it was formatted, and hides what it hides', async () => {
    const text = '**the plan**, ||gold||';
    const html =
      '<strong>the plan</strong>, <span data-mx-spoiler>gold</span><img src=x onerror="done.push(1)">';
    const body = { type: 'file', media, looks, caption: { text, html } } as const;
    const article = await row(odile({ body, edited: true }));
    expect(screen.getByText('the plan').localName).toBe('strong');
    expect([article.querySelector('img[src]'), article.textContent]).toEqual([
      null,
      expect.not.stringContaining('**'),
    ]);
    screen.getByText('(edited)');
    expect(messageLine(body, t)).toBe('the plan, ▒▒▒');
    expect(messageLine({ ...body, caption: null }, t)).toBe('plan.pdf');
  });

  test('one whose key is missing says so and offers nothing', async () => {
    await row(
      odile({
        body: { type: 'file', media: { ...media, broken: 'no_key' }, looks, caption: null },
      }),
    );
    screen.getByText(/its key or checksum is missing/);
    expect(screen.queryByRole('button', { name: 'Save plan.pdf' })).toBeNull();
  });

  test('a picture keeps its shape, opens, and can be tried again when it fails', async () => {
    const picture = {
      ...media,
      fileName: 'bag.jpg',
      mimeType: 'image/jpeg',
      width: 800,
      height: 400,
    };
    await row(odile({ body: { type: 'image', media: picture, looks, caption: null } }));
    const button = screen.getByRole('button', { name: 'Open bag.jpg' });
    expect(button.style.width).toBe('400px');
    expect(button.style.aspectRatio).toBe('400 / 200');
    fireEvent.click(button);
    expect(done).toEqual([['view', picture]]);
    const image = button.querySelector('img');
    if (image !== null) fireEvent.error(image);
    screen.getByText('The picture could not be loaded.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(
      screen.getByRole('img', { name: 'bag.jpg', hidden: true }).getAttribute('src'),
    ).toContain('?again=1');
  });

  test.each(UndecryptableReason.options.map((reason) => [reason]))(
    'unreadable: %s has a sentence',
    async (reason) => {
      await row(
        odile({ body: { type: 'undecryptable', reason, text: '** Unable to decrypt: x **' } }),
      );
      const why = 'Why, and what to do';
      await screen.findByRole('button', { name: why });
      expect(document.body.textContent).not.toContain('timeline.undecryptable');
      const offered = screen
        .queryAllByRole('button')
        .map((button) => button.textContent)
        .filter((words) => words !== people.odile.name);
      const first: Partial<Record<UndecryptableReason, string>> = {
        key_in_backup_locked: 'Enter the recovery key',
        waiting_for_key: 'Try again',
        withheld_unverified: 'Verify each other',
      };
      expect(offered).toEqual(reason in first ? [first[reason], why] : [why]);
    },
  );

  test('a deleted one says by whom and why, unless it was its sender', async () => {
    await rows(
      <Row item={odile({ body: { type: 'redacted', by: people.tomas, reason: 'twice' } })} />,
      <Row item={odile({ body: { type: 'redacted', by: people.odile, reason: null } })} />,
    );
    screen.getByText('Deleted by \u2068Tomas Okafor\u2069: \u2068twice\u2069');
    screen.getByText('Message deleted');
  });

  test.each([['invalid' as const], ['unsupported' as const]])(
    '%s messages are named, not drawn',
    async (type) => {
      const body =
        type === 'invalid' ? { type, text: '<b>' } : { type, text: '<b>', eventType: 'x' };
      const article = await row(odile({ body }));
      expect(article.querySelector('b')).toBeNull();
      await waitFor(() => expect(article.textContent).toMatch(/cannot be shown/));
    },
  );

  describe('a location', () => {
    const body = {
      type: 'location',
      text: 'The harbour',
      latitude: 60.16,
      longitude: -24.93,
      uncertaintyM: 12,
    } as const;

    test('says its words and degrees, opens a map in the browser and copies', async () => {
      const opened: string[] = [];
      await rows(
        <OpenLink value={(url) => void opened.push(url)}>
          <Row item={odile({ body })} />
        </OpenLink>,
      );
      await screen.findByText('The harbour');
      screen.getByText('60.16, -24.93');
      screen.getByText('within 12 m');
      fireEvent.click(screen.getByRole('button', { name: 'Open in browser' }));
      expect(opened).toEqual([
        'https://www.openstreetmap.org/?mlat=60.16&mlon=-24.93#map=16/60.16/-24.93',
      ]);
      fireEvent.click(screen.getByRole('button', { name: 'Copy coordinates' }));
      expect(done).toEqual([['copy', '60.16, -24.93']]);
    });

    test('without words is named as what it is', async () => {
      await row(odile({ body: { ...body, text: '', uncertaintyM: null } }));
      await screen.findByText('Location');
      expect(screen.queryByText(/within/)).toBeNull();
      expect(messageLine({ ...body, text: '' }, t)).toBe('Location');
      expect(messageLine(body, t)).toBe('The harbour');
    });
  });

  // The lines of calls say what became of them: see calls.
  const changes = NoticeItem.shape.what.options.filter(
    (what) => what !== 'call' && what !== 'group_call',
  );
  test('the rules of a room are said in words, one that is not known by its sentence alone', async () => {
    const notice = {
      kind: 'notice',
      key: 'n',
      eventId: '$n',
      actor: people.odile,
      target: null,
      sentAtMs: at(9, 0),
    } as const;
    await rows(
      <Row item={{ ...notice, what: 'join_rule_changed', detail: 'invite' }} />,
      <Row item={{ ...notice, what: 'join_rule_changed', detail: 'x.custom' }} />,
      <Row item={{ ...notice, what: 'history_visibility_changed', detail: 'world_readable' }} />,
    );
    const said = document.body.textContent.replace(/[\u2068\u2069]/g, '');
    expect(said).toContain('Odile Marchetti changed who can join: only who is invited');
    expect(said).toMatch(/Odile Marchetti changed who can join(?!:)/);
    expect(said).toContain('changed who can read the history: anybody');
    expect(said).not.toContain('x.custom');
  });

  test.each(changes.map((what) => [what]))('the change %s has a sentence', async (what) => {
    const notice = {
      kind: 'notice',
      key: 'n',
      eventId: '$n',
      what,
      actor: people.odile,
      target: people.tomas,
      sentAtMs: at(9, 0),
    } as const;
    await rows(
      <Row item={{ ...notice, detail: 'the detail' }} />,
      <Row item={{ ...notice, detail: null }} />,
      ...foldNotices(
        [notice, notice, notice].map((one) => ({ ...one, detail: null })),
        new Set(),
      ).map((item) => <Row key={item.key} item={item} />),
    );
    expect(document.body.textContent).not.toMatch(/timeline\.(notice|fold)|\{\{/);
    expect(document.body.textContent).toContain('Odile Marchetti');
  });

  test('day, new, start and gap', async () => {
    await rows(
      <Row item={{ kind: 'day', key: 'd', dayMs: at(0, 0) }} />,
      <Row item={{ kind: 'unread', key: 'u' }} />,
      <Row item={{ kind: 'start', key: 's', roomName: 'Larkfield', encrypted: true }} />,
      <Row item={{ kind: 'gap', key: 'g' }} />,
    );
    for (const text of ['Today', 'New', 'Larkfield', 'Loading older messages'])
      screen.getByText(text);
    for (const name of ['Today', /^New messages/]) screen.getByRole('separator', { name });
  });
});

describe('states', () => {
  test.each(SendStatus.options.map((status) => [status]))('%s', async (status) => {
    await row(message(mara, 'mine', at(10, 0), { status, eventId: null }), true);
    const marks = {
      sending: 'Sending',
      queued: 'Waiting to be sent',
      encrypting: 'Encrypting',
      not_sent: 'Not sent',
      cancelled: 'Not sent',
      sent: 'Sent',
    };
    screen.getByRole('img', { name: marks[status] });
  });

  test.each([
    ['timeout', /took too long/, 'Retry', 'Delete'],
    ['lost_by_server', /^The server does not have this message/, 'Send again', 'Remove here'],
    ['too_large', /^This is larger than the server accepts/, 'Edit', 'Delete'],
  ] as const)('what failed (%s) says why and two ways on', async (code, why, again, away) => {
    const error = { code, message: '', retryable: true, retryAfterMs: null, data: null };
    const item = message(mara, 'mine', at(10, 0), {
      status: 'not_sent',
      error,
      actions: {
        ...{ react: false, reply: false, thread: false, edit: true },
        ...{ redact: false, forward: false, retry: true, cancel: true },
      },
    });
    await row(item);
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toMatch(why);
    for (const name of [again, away])
      fireEvent.click(within(failure).getByRole('button', { name }));
    expect(done.map(([name]) => name)).toEqual([again === 'Edit' ? 'edit' : 'retry', 'cancel']);
  });

  test('the tick stands only under the latest of mine, readers instead of it', async () => {
    await rows(
      <Row item={message(mara, 'a', at(10, 0))} />,
      <Row
        item={message(mara, 'b', at(10, 0), { readBy: [people.priya, people.odile] })}
        isLatestOwn
      />,
    );
    expect(screen.queryByRole('img', { name: 'Sent' })).toBeNull();
    screen.getByRole('img', { name: 'Read by Priya Venn and Odile Marchetti' });
  });

  test('what somebody had no device to read with says so beside those who have read it, and among its acts', async () => {
    const missed = [people.odile, people.jonas];
    await row(message(mara, 'b', at(10, 0), { missed, readBy: [people.priya] }), true);
    const words = 'Sent, but Odile Marchetti and Jonas Achterberg cannot read it yet';
    const eye = await screen.findByRole('img', { name: words });
    const readers = screen.getByRole('img', { name: 'Read by Priya Venn' });
    expect(eye.parentElement).toBe(readers.closest('button')?.parentElement);
    expect(screen.queryByRole('img', { name: 'Sent' })).toBeNull();
    fireEvent.pointerEnter(screen.getByRole('article'));
    const acts = await screen.findByRole('toolbar');
    await within(acts).findByRole('button', { name: words });
  });

  test('many readers are a face and a number', async () => {
    const readBy = Array.from({ length: 30 }, (_, index) =>
      person(`@p${index}:a.test`, `Person ${index}`),
    );
    await row(message(mara, 'b', at(10, 0), { readBy }), true);
    screen.getByText('+29');
    screen.getByRole('img', { name: /^Read by Person 0, .*Person 19 and 10 more$/ });
  });

  test('a message in clear is marked, read or not', async () => {
    await row(odile({ trust: 'not_encrypted', readBy: [people.priya] }));
    await screen.findByText(/^Not encrypted, although this conversation is/);
    screen.getByRole('img', { name: 'Read by Priya Venn' });
  });

  test.each([
    ['device_not_signed', /^Sent from a device that its owner has not confirmed/, true],
    ['device_unknown', /^Sent from a device that nobody knows/, true],
    ['identity_changed', /^The sender’s identity has changed/, true],
    ['not_encrypted', /^Not encrypted/, true],
    ['from_backup', /^It is not certain who sent this/, false],
  ] as const)('CHAT-8.33 a message of trust %s says so in words', async (trust, words, danger) => {
    await row(odile({ trust }));
    expect(screen.queryAllByText(words)).toHaveLength(danger ? 1 : 0);
    expect(screen.queryAllByRole('img', { name: words })).toHaveLength(danger ? 0 : 1);
  });

  test.each([
    ['device_not_signed', 'Verify ⁨Odile Marchetti⁩', false],
    ['device_unknown', 'Verify ⁨Odile Marchetti⁩', false],
    ['identity_changed', 'Verify ⁨Odile Marchetti⁩', false],
    ['device_not_signed', 'Verify your devices', true],
    ['device_unknown', null, true],
    ['not_encrypted', null, false],
  ] as const)('the mark of trust %s offers: %s', async (trust, name, mine) => {
    const item = odile({ trust, mine });
    await row(item);
    const offered = screen.queryByRole('button', { name: /^Verify/ });
    expect(offered?.textContent ?? null).toBe(name);
    if (offered === null) return;
    fireEvent.click(offered);
    expect(done).toEqual([['verify', item]]);
  });

  test.each([
    ['device_unknown', 2],
    ['from_backup', 0],
  ] as const)('an own message of trust %s and its quote have %i marks', async (trust, marks) => {
    const preview = { kind: 'text', text: 'Pay', senderName: 'Mara', mine: false, trust } as const;
    const reply = { eventId: '$doubt', inThread: false, sender: people.priya, preview };
    await row(odile({ reply, trust, mine: true, continuation: true }));
    expect(screen.queryAllByRole('img', { name: /who sent this|nobody knows/ })).toHaveLength(
      marks,
    );
  });

  test('an upload shows how far it is and can be stopped', async () => {
    const item = message(mara, '', at(10, 0), {
      status: 'sending',
      progress: 0.4,
      body: { type: 'file', media, looks, caption: null },
      actions: {
        react: false,
        reply: false,
        thread: false,
        edit: false,
        redact: false,
        forward: false,
        retry: false,
        cancel: true,
      },
    });
    await row(item);
    expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Uploading' }).value).toBe(
      0.4,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(done.map(([name]) => name)).toEqual(['cancel']);
  });
});

describe('acts', () => {
  test('the bar exists under the pointer and with the focus, nowhere else', async () => {
    const article = await row(odile({}));
    expect(screen.queryByRole('toolbar')).toBeNull();
    fireEvent.pointerEnter(article);
    const bar = screen.getByRole('toolbar', { name: 'Message actions' });
    fireEvent.click(within(bar).getByRole('button', { name: 'React with 👍' }));
    expect(done[0]?.slice(2)).toEqual(['👍']);
    fireEvent.pointerLeave(article);
    expect(screen.queryByRole('toolbar')).toBeNull();
    // A message that came up under a resting pointer: nothing says that it entered.
    fireEvent.pointerMove(article);
    screen.getByRole('toolbar');
    fireEvent.pointerLeave(article);
    expect(screen.queryByRole('toolbar')).toBeNull();
    act(() => article.focus());
    screen.getByRole('toolbar');
  });

  test('one bar at a time: of the pointed message, and of the focused one while keys are used', async () => {
    await rows(<Row item={odile({ key: 'one' })} />, <Row item={odile({ key: 'two' })} />);
    const [one, two] = screen.getAllByRole('article') as [HTMLElement, HTMLElement];
    const bar = (): HTMLElement => screen.getByRole('toolbar', { name: 'Message actions' });
    act(() => one.focus());
    act(() => within(one).getByRole('button', { name: 'React with 👍' }).focus());
    fireEvent.pointerEnter(two);
    expect(two.contains(bar())).toBe(true);
    // The focus stays with its message, though its bar is gone.
    expect(document.activeElement).toBe(one);
    fireEvent.keyDown(one, { key: 'ArrowDown' });
    expect(one.contains(bar())).toBe(true);
    fireEvent.pointerMove(two);
    expect(two.contains(bar())).toBe(true);
    // Tab leads from elsewhere into a message: its key goes up there.
    fireEvent.keyUp(one, { key: 'Tab' });
    expect(one.contains(bar())).toBe(true);
    fireEvent.pointerMove(two);
    fireEvent.pointerLeave(two);
    expect(one.contains(bar())).toBe(true);
  });

  test('the right mouse button opens the same menu as ⋯', async () => {
    const article = await row(message(mara, 'my words', at(9, 0)));
    const entries = (): (string | null)[] =>
      screen
        .getAllByRole('menuitem')
        .map((item) => item.querySelector('[slot=label]')?.textContent ?? item.textContent);
    fireEvent.contextMenu(article);
    await screen.findByRole('menu', { name: 'Message actions' });
    expect(screen.getByRole('dialog', { name: 'Message actions' })).not.toBeNull();
    const byMouse = entries();
    const about = `About \u2068${mara.name}\u2069`;
    expect(byMouse).toEqual([
      'Reply',
      'Answer in a thread',
      'Edit',
      'Copy text',
      'Copy link',
      'Forward…',
      'Choose several',
      'Save message',
      'Remind me…',
      'Read by',
      'View source',
      about,
      'Delete',
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Copy text' }));
    await waitFor(() => expect(done).toEqual([['copy', 'my words']]));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('the quoted message can be gone to; a missing one is named, a thread says so', async () => {
    const preview = { kind: 'text', senderName: 'Tomas', mine: false, text: 'Final PDFs' } as const;
    const quote = { eventId: '$q', inThread: false, sender: people.tomas, preview };
    await rows(
      <Row item={odile({ reply: quote })} />,
      <Row item={odile({ reply: { ...quote, eventId: '$r', sender: null, preview: null } })} />,
      <Row item={odile({ reply: { ...quote, eventId: '$root', inThread: true } })} />,
    );
    for (const name of [/^In reply to.*Tomas.*PDFs/, /not loaded$/, /^Thread.*Tomas.*PDFs/])
      fireEvent.click(screen.getByRole('button', { name }));
    expect(done).toEqual([
      ['jumpTo', '$q'],
      ['jumpTo', '$r'],
      ['jumpTo', '$root'],
    ]);
  });

  test('reactions are toggles; a hundred of them stand behind a button', async () => {
    const kinds: Reaction[] = Array.from({ length: 100 }, (_, index) => ({
      key: `k${index}`,
      count: 1,
      mine: index === 0 ? '$mine' : null,
      senders: ['Priya'],
    }));
    await row(odile({ reactions: kinds }));
    const group = screen.getByRole('group', { name: 'Reactions' });
    expect(within(group).getAllByRole('button')).toHaveLength(21);
    expect(within(group).getAllByRole('button', { pressed: true })).toHaveLength(1);
    fireEvent.click(within(group).getByRole('button', { name: '80 more' }));
    expect(within(group).getAllByRole('button')).toHaveLength(100);
    fireEvent.click(within(group).getByRole('button', { name: /k99/ }));
    expect(done[0]?.slice(2)).toEqual(['k99']);
  });

  test('who reacted stands in a tip, under the pointer and by keys', async () => {
    const one = { key: '👍', count: 2, mine: null, senders: ['Priya', 'Tomas'] };
    await row(odile({ reactions: [one] }));
    const words = '\u2068👍\u2069: \u2068Priya\u2069 and \u2068Tomas\u2069';
    const chip = screen.getByRole('button', { name: /👍.*2.*Priya.* and .*Tomas/ });
    setInteractionModality('pointer');
    fireEvent.pointerEnter(chip);
    const tip = await screen.findByRole('tooltip');
    expect([tip.textContent, chip.getAttribute('aria-describedby')]).toEqual([words, tip.id]);
    fireEvent.keyDown(chip, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'Tab' });
    act(() => chip.focus());
    expect(screen.getByRole('tooltip').textContent).toBe(words);
    act(() => chip.blur());
  });

  test('ten thousand characters are cut until they are wanted, and stay open', async () => {
    const item = odile({}, 'word '.repeat(2000));
    const texts = ['a'.repeat(2500), 'a'.repeat(2501), '\n'.repeat(31)];
    expect(texts.map((text) => isLong(text))).toEqual([false, true, true]);
    await row(item);
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    screen.getByRole('button', { name: 'Show less' });
    expect(scope.opened.has(item.key)).toBe(true);
  });
});
