import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { composingEnded, editStarted, replyStarted } from '#app/composing';
import { Composer } from '../../../renderer/features/composer';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { at, mara, message, people } from '../../gallery/fixtures';
import { callsOf, field, larkfield, open, studio, type, inRoom } from './composerWindow';

describe('writing', () => {
  test('Enter sends and empties the field, Shift+Enter does not', async () => {
    const { engine } = await open();
    const area = await type('hello');
    fireEvent.keyDown(area, { key: 'Enter', shiftKey: true });
    expect(area.value).toBe('hello');
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
    expect(callsOf(engine, 'sendMessage')[0]).toMatchObject({
      roomId: larkfield,
      text: 'hello',
      kind: 'text',
      replyTo: null,
    });
    expect(area.value).toBe('');
  });

  test('a message leaves before it is said that nobody writes any more', async () => {
    const { engine } = await open();
    fireEvent.keyDown(await type('hello'), { key: 'Enter' });
    const acts = (): string[] =>
      engine.calls
        .filter(({ name }) => name === 'setTyping' || name === 'sendMessage')
        .map(({ name }) => name);
    await waitFor(() => expect(acts()).toEqual(['setTyping', 'sendMessage', 'setTyping']));
  });

  test('who wants Ctrl+Enter to send breaks lines with Enter', async () => {
    const { engine } = await open((fresh) =>
      fresh.update({ settings: { ...fresh.world.settings, 'composer.modEnterSends': true } }),
    );
    const area = await type('one');
    await waitFor(() => {
      fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
      expect(callsOf(engine, 'sendMessage')).toHaveLength(1);
    });
    await type('two');
    // The browser's own Enter is left alone.
    expect(fireEvent.keyDown(area, { key: 'Enter' })).toBe(true);
    expect(callsOf(engine, 'sendMessage')).toHaveLength(1);
  });

  test('Enter that belongs to an input method never sends (D29)', async () => {
    const { engine } = await open();
    const area = await type('にほん');
    fireEvent.keyDown(area, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(area, { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(area, { key: 'Process', keyCode: 229 });
    expect(area.value).toBe('にほん');
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
  });

  test('a draft keeps whom its names stand for', async () => {
    const text = 'ask @Odile Marchetti';
    const { engine } = await open((fresh) =>
      fresh.update({
        drafts: {
          [larkfield]: {
            text,
            replyTo: null,
            editing: null,
            mentions: [{ start: 4, end: text.length, id: people.odile.userId }],
          },
        },
      }),
    );
    const area = await field();
    await waitFor(() => expect(area.value).toBe(text));
    fireEvent.change(area, { target: { value: `${text}, today` } });
    fireEvent.blur(area);
    fireEvent(window, new Event('pagehide'));
    await waitFor(() => expect(callsOf(engine, 'saveDraft')).toHaveLength(1));
    expect(callsOf(engine, 'saveDraft')[0]?.['draft']).toMatchObject({
      mentions: [{ start: 4, end: text.length, id: people.odile.userId }],
    });
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
    expect(callsOf(engine, 'sendMessage')[0]).toMatchObject({
      text: `${text}, today`,
      mentions: [{ start: 4, end: text.length, id: people.odile.userId }],
    });
  });

  test('blank text is not sent', async () => {
    const { engine } = await open();
    const area = await type('  \n ');
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
    expect(callsOf(engine, 'sendMessage')).toEqual([]);
  });

  test.each([
    ['/me waves', { kind: 'emote', text: 'waves' }],
    ['//me', { kind: 'text', text: '/me' }],
    ['/usr/bin', { kind: 'text', text: '/usr/bin' }],
  ])('%s', async (typed, sent) => {
    const { engine } = await open();
    fireEvent.keyDown(await type(typed), { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')[0]).toMatchObject(sent));
  });

  test('what is refused comes back, in front of what was written since', async () => {
    let refuse: () => void = () => undefined;
    const { engine } = await open((fake) => {
      fake.answers.sendMessage = () =>
        new Promise((_done, fail) => {
          refuse = () => fail(appFailure('bad_request', 'no'));
        });
    });
    fireEvent.keyDown(await type('first'), { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
    await type('second');
    act(() => refuse());
    await waitFor(async () => expect((await field()).value).toBe('first\nsecond'));
    expect(await screen.findAllByRole('alertdialog')).toHaveLength(1);
  });

  test('quick messages leave in the order in which they were written', async () => {
    const { engine } = await open();
    for (const text of ['one', 'two', 'three'])
      fireEvent.keyDown(await type(text), { key: 'Enter' });
    await waitFor(() =>
      expect(callsOf(engine, 'sendMessage').map(({ text }) => text)).toEqual([
        'one',
        'two',
        'three',
      ]),
    );
  });
});

describe('drafts', () => {
  test('stay with their room and reach the engine', async () => {
    const { engine, go: visit } = await open();
    await type('not yet');
    visit(studio);
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(engine.world.drafts[larkfield]).toEqual({
      text: 'not yet',
      replyTo: null,
      editing: null,
    });
    visit(larkfield);
    await waitFor(async () => expect((await field()).value).toBe('not yet'));
  });

  test('are as they were left, also when one is back before the engine has told of it', async () => {
    const { engine, go: visit } = await open((fake) => {
      // Saved, and not told yet: what the window holds is the draft before.
      fake.answers.saveDraft = () => ({});
    });
    await type('just left');
    visit(studio);
    await waitFor(async () => expect((await field()).value).toBe(''));
    visit(larkfield);
    const { value, selectionStart, selectionEnd } = await field();
    // It is gone on with.
    expect([value, selectionStart, selectionEnd]).toEqual(['just left', 9, 9]);
    fireEvent.keyDown(await field(), { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
    visit(studio);
    visit(larkfield);
    expect((await field()).value).toBe('');
  });

  test('that could not be saved are there again, and are saved then', async () => {
    let broken = true;
    const { engine, go: visit } = await open((fake) => {
      fake.answers.saveDraft = () => {
        if (broken) throw appFailure('disk_full', 'no');
        return {};
      };
    });
    await type('not lost');
    visit(studio);
    await waitFor(() => expect(callsOf(engine, 'saveDraft')).toHaveLength(1));
    broken = false;
    visit(larkfield);
    expect((await field()).value).toBe('not lost');
    await waitFor(() => expect(callsOf(engine, 'saveDraft')).toHaveLength(2));
  });

  test('of an earlier run stand in the field with what they answer', async () => {
    const target = message(people.tomas, 'What about Friday?', at(9, 0), {
      key: 'q',
      eventId: '$question',
    });
    await open(
      (engine) =>
        engine.update({
          timelines: { [larkfield]: [target] },
          drafts: { [larkfield]: { text: 'Friday is', replyTo: '$question', editing: null } },
        }),
      true,
    );
    await waitFor(async () => expect((await field()).value).toBe('Friday is'));
    await waitFor(() =>
      expect(screen.getAllByText('What about Friday?').length).toBeGreaterThan(1),
    );
  });

  test('a reply shows what it answers as it is now, also once that was deleted', async () => {
    const asked = { key: 'asked', eventId: '$asked' };
    const words = message(people.odile, 'which zip', at(10, 0), asked);
    const { engine, store } = await open((fake) => {
      fake.update({ timelines: { [larkfield]: [words] } });
    }, true);
    const target = { eventId: '$asked', name: 'Odile', text: 'which zip' };
    act(() => void store.dispatch(replyStarted({ conversation: inRoom(larkfield), ...target })));
    await waitFor(() => expect(screen.getAllByText('which zip')).toHaveLength(2));
    const gone = { ...words, body: { type: 'redacted', by: null, reason: null } as const };
    act(() => engine.update({ timelines: { [larkfield]: [gone] } }));
    await waitFor(() => expect(screen.queryByText('which zip')).toBeNull());
    const bar = (await screen.findByRole('button', { name: 'Cancel' })).parentElement;
    expect(bar?.textContent).toContain('Message deleted');
  });

  test('an edit is kept beside the text, and goes on in the next run until it ends', async () => {
    const own = message(mara, 'The gusset is fne', at(10, 0), { key: 'own', eventId: '$own' });
    const editing = { eventId: '$own', text: 'The gusset is fine now', mentions: [] };
    const stored = { text: 'half a word', replyTo: null, editing };
    const { engine, store } = await open((fake) => {
      fake.update({ timelines: { [larkfield]: [own] }, drafts: { [larkfield]: stored } });
    }, true);
    await waitFor(async () => expect((await field()).value).toBe(editing.text));
    await screen.findByText('Editing your message');
    await type('The gusset is fine');
    const saved = () => callsOf(engine, 'saveDraft').at(-1)?.['draft'];
    await waitFor(() =>
      expect(saved()).toEqual({ ...stored, editing: { ...editing, text: 'The gusset is fine' } }),
    );
    act(() => void store.dispatch(composingEnded({ conversation: inRoom(larkfield) })));
    await waitFor(() => expect(saved()).toEqual({ ...stored, editing: null }));
    expect((await field()).value).toBe('half a word');
  });

  test('a reply alone is kept too, and taken back with Escape', async () => {
    const { engine, store } = await open();
    act(
      () =>
        void store.dispatch(
          replyStarted({
            conversation: inRoom(larkfield),
            eventId: '$a',
            name: 'Tomas',
            text: 'words',
          }),
        ),
    );
    await screen.findByText('words');
    await waitFor(() => expect(engine.world.drafts[larkfield]?.replyTo).toBe('$a'));
    fireEvent.keyDown(await field(), { key: 'Escape' });
    await waitFor(() => expect(engine.world.drafts[larkfield]?.replyTo).toBeNull());
    expect(screen.queryByText('words')).toBeNull();
  });

  test('are empty once the message is sent', async () => {
    const { engine } = await open();
    fireEvent.keyDown(await type('gone'), { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
    await waitFor(() => expect(engine.world.drafts[larkfield]?.text ?? '').toBe(''));
  });
});

describe('the focus', () => {
  test('the formatting bar is switched without losing the field', async () => {
    await open();
    const area = await type('bold ');
    const button = screen.getByRole('button', { name: 'Formatting bar' });
    button.focus();
    fireEvent.click(button);
    expect(document.activeElement).toBe(area);
  });

  test('Escape from the emoji gives the focus to the field', async () => {
    await open();
    const area = await type('fine ');
    const button = screen.getByRole('button', { name: 'Emoji' });
    button.focus();
    fireEvent.click(button);
    const panel = await screen.findByRole('dialog', { name: 'Emoji' });
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
    fireEvent.keyDown(document.activeElement ?? panel, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(area));
  });
});

describe('editing', () => {
  const own = message(mara, 'The gusset is fne', at(10, 0), { key: 'own', eventId: '$own' });
  const withOwn = (engine: FakeEngine): void =>
    engine.update({ timelines: { [larkfield]: [own] } });

  test('ArrowUp in the empty field takes my last message, Enter changes it', async () => {
    const { engine } = await open(withOwn, true);
    const area = await field();
    await waitFor(() => {
      fireEvent.keyDown(area, { key: 'ArrowUp' });
      expect(area.value).toBe('The gusset is fne');
    });
    await type('The gusset is fine');
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() =>
      expect(callsOf(engine, 'editMessage')[0]).toMatchObject({
        eventId: '$own',
        text: 'The gusset is fine',
      }),
    );
    expect(area.value).toBe('');
  });

  test('ArrowUp right after Enter takes the message that is still on its way, before the timeline has it', async () => {
    const key = '~!larkfield:m1.0';
    const { engine } = await open((fake) => {
      withOwn(fake);
      fake.answers.sendMessage = () => ({ key });
    }, true);
    await screen.findByText('The gusset is fne');
    const area = await type('The zip is hree');
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(area.value).toBe('');
    fireEvent.keyDown(area, { key: 'ArrowUp' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
    // Not the message before.
    expect(area.value).toBe('');
    const coming = message(mara, 'The zip is hree', at(10, 1), {
      key,
      eventId: null,
      status: 'sending',
    });
    act(() => engine.update({ timelines: { [larkfield]: [own, coming] } }));
    await waitFor(() => expect(area.value).toBe('The zip is hree'));
    await type('The zip is here');
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() =>
      expect(callsOf(engine, 'editMessage')[0]).toMatchObject({
        eventId: key,
        text: 'The zip is here',
      }),
    );
  });

  test('what is written after ArrowUp before its message is there stays a draft', async () => {
    const key = '~!larkfield:m1.0';
    const { engine } = await open((fake) => {
      withOwn(fake);
      fake.answers.sendMessage = () => ({ key });
    }, true);
    await screen.findByText('The gusset is fne');
    const area = await type('one');
    fireEvent.keyDown(area, { key: 'Enter' });
    fireEvent.keyDown(area, { key: 'ArrowUp' });
    await type('two');
    const coming = message(mara, 'one', at(10, 1), { key, eventId: null, status: 'sending' });
    act(() => engine.update({ timelines: { [larkfield]: [own, coming] } }));
    await screen.findByText('one');
    expect(area.value).toBe('two');
  });

  test('gives back what was being written, also after a look into another room', async () => {
    const { store, engine, go: visit } = await open();
    await type('half a thought');
    act(
      () =>
        void store.dispatch(
          editStarted({
            conversation: inRoom(larkfield),
            eventId: '$own',
            text: 'old',
            mentions: [],
          }),
        ),
    );
    await waitFor(async () => expect((await field()).value).toBe('old'));
    await type('old and new');
    visit(studio);
    await waitFor(async () => expect((await field()).value).toBe(''));
    visit(larkfield);
    await waitFor(async () => expect((await field()).value).toBe('old and new'));
    expect(engine.world.drafts[larkfield]?.text).toBe('half a thought');
    fireEvent.keyDown(await field(), { key: 'Escape' });
    await waitFor(async () => expect((await field()).value).toBe('half a thought'));
  });

  test('Enter that changes nothing ends the edit, and puts no older words back', async () => {
    const { engine } = await open(withOwn, true);
    const area = await field();
    await waitFor(() => {
      fireEvent.keyDown(area, { key: 'ArrowUp' });
      expect(area.value).toBe('The gusset is fne');
    });
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(screen.queryByText('Editing your message')).toBeNull());
    fireEvent.keyDown(await type('next'), { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
    expect(callsOf(engine, 'editMessage')).toEqual([]);
  });

  test('an edit of a message that was deleted meanwhile says so and becomes a new message', async () => {
    const { store } = await open((fake) => {
      fake.answers.editMessage = () => {
        throw appFailure('conflict', 'The message was removed');
      };
    });
    act(
      () =>
        void store.dispatch(
          editStarted({
            conversation: inRoom(larkfield),
            eventId: '$own',
            text: 'old',
            mentions: [],
          }),
        ),
    );
    fireEvent.keyDown(await type('new'), { key: 'Enter' });
    await screen.findByText(/was deleted meanwhile/);
    expect(screen.queryByText('Editing your message')).toBeNull();
    expect((await field()).value).toBe('new');
  });

  test('a refused edit can be tried again with what was written', async () => {
    const { store } = await open((fake) => {
      fake.answers.editMessage = () => {
        throw appFailure('forbidden', 'no');
      };
    });
    act(
      () =>
        void store.dispatch(
          editStarted({
            conversation: inRoom(larkfield),
            eventId: '$own',
            text: 'old',
            mentions: [],
          }),
        ),
    );
    fireEvent.keyDown(await type('new'), { key: 'Enter' });
    await screen.findByText('Editing your message');
    await waitFor(async () => expect((await field()).value).toBe('new'));
  });
});

describe('completion', () => {
  test('@ offers people, Enter takes one instead of sending', async () => {
    const { engine } = await open();
    const area = await type('ask @odi');
    const list = await screen.findByRole('listbox', { name: 'People to mention' });
    expect(within(list).getAllByRole('option')).toHaveLength(1);
    expect(area.getAttribute('aria-activedescendant')).toBe(within(list).getByRole('option').id);
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(area.value).toBe('ask @Odile Marchetti ');
    expect(callsOf(engine, 'sendMessage')).toEqual([]);
    expect(screen.queryByRole('listbox')).toBeNull();
    // The blank is there already.
    expect(fireEvent.keyDown(area, { key: ' ' })).toBe(false);
    expect(fireEvent.keyDown(area, { key: ' ' })).toBe(true);
    fireEvent.change(area, { target: { value: 'ask @Odile Marchetti about it' } });
    fireEvent.keyDown(area, { key: 'Enter' });
    await waitFor(() => expect(callsOf(engine, 'sendMessage')).toHaveLength(1));
    expect(callsOf(engine, 'sendMessage')[0]).toMatchObject({
      text: 'ask @Odile Marchetti about it',
      mentions: [{ start: 4, end: 20, id: people.odile.userId }],
    });
  });

  test('Escape refuses, an address is no mention, the reader is not offered', async () => {
    await open();
    const area = await type('@jon');
    await screen.findByRole('listbox');
    fireEvent.keyDown(area, { key: 'Escape' });
    expect(screen.queryByRole('listbox')).toBeNull();
    await type('mail jonas@od');
    expect(screen.queryByRole('listbox')).toBeNull();
    await type('@');
    const list = await screen.findByRole('listbox');
    expect(within(list).queryByText('Mara Lindqvist')).toBeNull();
  });

  test(': offers emoji', async () => {
    await open();
    const area = await type('well :rocket');
    await screen.findByRole('listbox', { name: 'Emoji to insert' });
    fireEvent.keyDown(area, { key: 'Tab' });
    expect(area.value).toBe('well 🚀 ');
  });
});

test('who may not write is told so', async () => {
  const engine = createFakeEngine(exampleWorld());
  const permissions = {
    send: false,
    invite: false,
    rename: false,
    setTopic: false,
    redactOthers: false,
    pin: false,
    notifyRoom: false,
    kick: false,
    ban: false,
    setRoles: false,
  };
  engine.update({ headers: { [larkfield]: { permissions } } });
  render(
    <AccountWindow engine={engine}>
      <Composer conversation={inRoom(larkfield)} />
    </AccountWindow>,
  );
  await screen.findByText('You may read here but not write.');
  const draft = { text: 'half a word', replyTo: null, editing: null };
  act(() => engine.update({ drafts: { [larkfield]: draft } }));
  await screen.findByText(/not write\. Your unsent text is kept/);
});
