// Verifying in the window: the card of a request, the emoji and the two answers, every state and every reason in words.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CancelCode, type Verification } from '#contract/areas/encryption/verificationModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { at, message, people, roomId } from '../../gallery/fixtures';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { exampleCode, sevenEmoji, verification } from '../../gallery/stories/verification.stories';
import { called } from '../files/filesWindow';

const accountId = 'account000';

function open(all: readonly Verification[], world: Partial<World> = {}): FakeEngine {
  const engine = createFakeEngine({ ...exampleWorld(), verifications: all, ...world });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return engine;
}

const dialog = (): Promise<HTMLElement> => screen.findByRole('alertdialog', { name: /^Verify/ });
const press = (within_: HTMLElement, name: string): void => {
  fireEvent.click(within(within_).getByRole('button', { name }));
};

test('a request that came is accepted or declined on its card', async () => {
  const engine = open([verification({ byMe: false })]);
  const card = await screen.findByRole('alertdialog', { name: /wants to verify you/ });
  press(card, 'Accept');
  await waitFor(() =>
    expect(called(engine, 'acceptVerification')).toEqual([{ id: 'verification' }]),
  );
  press(await dialog(), 'Compare emoji');
  await waitFor(() => expect(called(engine, 'compareEmoji')).toEqual([{ id: 'verification' }]));
});

test('a declined request is gone', async () => {
  const engine = open([verification({ byMe: false })]);
  const card = await screen.findByRole('alertdialog', { name: /wants to verify you/ });
  press(card, 'Decline');
  await waitFor(() => expect(called(engine, 'endVerification')).toEqual([{ id: 'verification' }]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('seven emoji are shown in order with their names, and only an answer counts', async () => {
  const engine = open([verification({ phase: 'started', emoji: sevenEmoji })]);
  const list = within(await dialog()).getByRole('list', { name: 'Seven emoji to compare' });
  const shown = within(list).getAllByRole('listitem');
  expect(shown.map(({ textContent }) => textContent)).toEqual(
    sevenEmoji.map(({ symbol, name }) => `${symbol}${name}`),
  );
  expect(called(engine, 'confirmVerification')).toEqual([]);
  press(await dialog(), 'They match');
  expect(await within(await dialog()).findByText(/Waiting for/)).toBeTruthy();
  expect(called(engine, 'confirmVerification')).toEqual([{ id: 'verification', matches: true }]);
  expect(screen.queryByRole('button', { name: 'They match' })).toBeNull();
});

test('emoji that do not match end it with a warning', async () => {
  const engine = open([verification({ phase: 'started', emoji: sevenEmoji })]);
  press(await dialog(), 'They do not match');
  expect(await screen.findByText(/The emoji did not match/)).toBeTruthy();
  expect(called(engine, 'confirmVerification')).toEqual([{ id: 'verification', matches: false }]);
});

const ready = { phase: 'ready', ways: { emoji: true, read: true } } as const;

test('a code is shown for the other side, and whether it was read is the answer of a person', async () => {
  const engine = open([verification({ ...ready, code: exampleCode })]);
  const code = within(await dialog()).getByRole('img', {
    name: 'Code for the other device to read',
  });
  expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h1v1h-1z/);
  press(await dialog(), 'Compare emoji');
  await waitFor(() => expect(called(engine, 'compareEmoji')).toEqual([{ id: 'verification' }]));
});

test('that the other side read the code is confirmed, or not', async () => {
  const engine = open([verification({ phase: 'started', read: 'by_them' })]);
  expect(within(await dialog()).getByText(/Does it say in .* that the code was read/)).toBeTruthy();
  press(await dialog(), 'Yes, it does');
  expect(await within(await dialog()).findByText(/Waiting for/)).toBeTruthy();
  expect(called(engine, 'confirmVerification')).toEqual([{ id: 'verification', matches: true }]);
});

test('a code is read without a camera too, and a picture without one is told of', async () => {
  // Chromium's answer for a file that is no picture.
  globalThis.createImageBitmap = () => Promise.reject(new DOMException('', 'InvalidStateError'));
  open([verification({ ...ready, isSelf: true, roomId: null })]);
  press(await dialog(), 'Read a code');
  const shown = await dialog();
  expect(await within(shown).findByText(/There is no camera/)).toBeTruthy();
  fireEvent.change(within(shown).getByTestId('code-picture'), {
    target: { files: [new File(['no picture'], 'code.png', { type: 'image/png' })] },
  });
  expect((await within(shown).findByRole('alert')).textContent).toContain(
    'no code in this picture',
  );
  press(shown, 'Back');
  expect(await within(await dialog()).findByRole('button', { name: 'Read a code' })).toBeTruthy();
});

test.each(['unsent', 'requested', 'ready', 'started', 'done'] as const)(
  'CHAT-4.30 the state %s has words and a way out',
  async (phase) => {
    open([verification({ phase })]);
    const shown = await dialog();
    expect(shown.textContent).not.toMatch(/verif(ication|ying)\./);
    expect(within(shown).getByRole('button', { name: /Cancel|Done/ })).toBeTruthy();
  },
);

test.each(CancelCode.options)('CHAT-4.30 the reason %s has words', async (code) => {
  open([verification({ phase: 'cancelled', cancelled: { code, byMe: false } })]);
  const shown = await dialog();
  expect(within(shown).getByText('Not verified')).toBeTruthy();
  expect(shown.textContent).not.toMatch(/verif(ication|ying)\./);
  press(shown, 'Close');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('an own device is asked from the settings', async () => {
  const navigation = { place: 'settings', roomId: null, turn: 'content', collapsed: [] };
  const engine = open([], {
    settings: {
      navigation: { ...navigation, settings: { section: 'encryption', turn: 'content' } },
    },
  });
  fireEvent.click(await screen.findByRole('tab', { name: 'Encryption' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Verify with another device' }));
  await waitFor(() =>
    expect(called(engine, 'startVerification')).toEqual([{ own: true, deviceId: null }]),
  );
});

test('whoever sent a doubtful message is asked from its mark', async () => {
  const larkfield = roomId('larkfield');
  const doubtful = message(people.odile, 'Pay now', at(10, 0), { trust: 'identity_changed' });
  const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
  const engine = open([], { settings: { navigation }, timelines: { [larkfield]: [doubtful] } });
  fireEvent.click(await screen.findByRole('button', { name: /^Verify .*Odile/ }));
  await waitFor(() =>
    expect(called(engine, 'startVerification')).toEqual([
      { own: false, userId: people.odile.userId, roomId: larkfield },
    ]),
  );
});

test.each(['mismatched_sas', 'mismatched_commitment', 'key_mismatch'] as const)(
  'the reason %s of an own device names no other person to ask',
  async (code) => {
    open([
      verification({
        phase: 'cancelled',
        isSelf: true,
        cancelled: { code, byMe: code === 'mismatched_sas' },
      }),
    ]);
    const shown = await dialog();
    within(shown).getByText(/Somebody may be between your two devices\..* change your password/);
    expect(shown.textContent).not.toMatch(/ask them|another way/);
  },
);

test('after the own device was verified without a backup it says what older messages wait for', async () => {
  const done = verification({ phase: 'done', isSelf: true });
  const { encryption } = exampleWorld();
  open([done], {
    encryption: { ...encryption, state: 'unset', backupEnabled: false, hasRecoveryKey: false },
  });
  within(await dialog()).getByText(
    /can be read on both only after both devices have run at the same time/,
  );
});

test('with a backup it promises what the two devices share', async () => {
  open([verification({ phase: 'done', isSelf: true })]);
  within(await dialog()).getByText(/share what they need to read your messages/);
});
