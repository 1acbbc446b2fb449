// Events that break the rules, between good ones: the good ones are shown, sync goes on, the bad ones are left out and counted. And
// edits that nobody may make are not applied.
import { expect, test } from '@playwright/test';
import { on } from '../faults/faultProxy';
import type { FaultProxy } from '../faults/faultProxy';
import type { RunningApp } from './support/app';
import {
  acceptInvite,
  createRoom,
  expectMessage,
  expectSent,
  message,
  messages,
  openRoom,
  send,
  shownTexts,
  signInQuickly,
  statusLine,
} from './support/drive';
import { makeRoom, say, sendEvent } from './support/plain';
import { endStage, openStage } from './support/stage';
import type { Person, Stage } from './support/stage';

let stage: Stage;
let proxy: FaultProxy;
let people: Record<'alice' | 'bob' | 'mallory', Person>;
let alice: RunningApp;
let bob: RunningApp;
let open: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  proxy = await stage.proxy();
  editAnswers();
  people = {
    alice: await stage.register('alice', 'Alice Hartmann'),
    bob: await stage.register('bob', 'Bob Okafor'),
    mallory: await stage.register('mallory', 'Mallory'),
  };
  open = await makeRoom(stage.homeserver, people.bob, {
    name: 'Market',
    invite: [people.alice, people.mallory],
  });
  [alice, bob] = await Promise.all([stage.open(), stage.open()]);
  await Promise.all([
    signInQuickly(alice.page, stage.credentials(people.alice, proxy)),
    signInQuickly(bob.page, stage.credentials(people.bob)),
  ]);
  await openRoom(alice.page, 'Market');
});
endStage(() => stage);
test.afterEach(() => slippedIn.clear());

interface RawEvent extends Record<string, unknown> {
  readonly event_id: string;
  readonly content: Record<string, unknown>;
}

interface SyncAnswer {
  rooms?: { join?: Record<string, { timeline?: { events: unknown[] } }> };
}

/** Events to insert after the message with this text in an answer. */
const slippedIn = new Map<string, (message: RawEvent) => unknown[]>();

/** Edits every answer from the start on: a rule that comes later would miss the request that already waits for an answer. */
function editAnswers(): void {
  proxy.rules.add({
    match: on('GET', '/sync'),
    edit: (json) => {
      for (const { timeline } of Object.values((json as SyncAnswer).rooms?.join ?? {})) {
        const events = (timeline?.events ?? []) as RawEvent[];
        for (const [text, extra] of slippedIn) {
          const at = events.findIndex((event) => event?.content?.['body'] === text);
          if (at >= 0) events.splice(at + 1, 0, ...(extra(events[at] as RawEvent) as RawEvent[]));
        }
      }
      return json;
    },
  });
}

const madeUp = (like: RawEvent, change: Record<string, unknown>): Record<string, unknown> => ({
  ...like,
  event_id: `$made-up-${Math.random().toString(36).slice(2)}`,
  ...change,
});

function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = { down: value };
  return value;
}

async function droppedEvents(): Promise<number> {
  await alice.page.getByRole('button', { name: 'Settings' }).click();
  await alice.page.getByRole('tab', { name: 'About' }).click();
  await expect(alice.page.getByText('Runs on')).toBeVisible();
  const row = alice.page.getByText('Damaged events left out').locator('..');
  const text = (await row.count()) === 0 ? '0' : await row.innerText();
  await alice.page.getByRole('button', { name: 'Chats' }).click();
  await openRoom(alice.page, 'Market');
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}

const cases: { name: string; make: (like: RawEvent) => unknown }[] = [
  { name: 'a null event', make: () => null },
  {
    name: 'a member event with the state key __proto__',
    make: (like) =>
      madeUp(like, {
        type: 'm.room.member',
        state_key: '__proto__',
        content: { membership: 'join', displayname: 'polluted' },
      }),
  },
  {
    name: 'an event without content',
    make: (like) => madeUp(like, { content: undefined }),
  },
  {
    name: 'an event of 10 MB',
    make: (like) => madeUp(like, { content: { msgtype: 'm.text', body: 'x'.repeat(10_000_000) } }),
  },
  {
    name: 'an event of a thousand levels',
    make: (like) =>
      madeUp(like, { content: { msgtype: 'm.text', body: 'deep', extra: nested(1000) } }),
  },
];

/** How many damaged events this stage has brought so far. */
let brought = 0;

for (const [index, { name, make }] of cases.entries())
  test(`${name} between two good ones: both are shown, sync goes on, the bad one is counted`, async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((word) => `${word} ${index}`);
    slippedIn.set(first ?? '', (like) => [
      make(like),
      madeUp(like, { content: { msgtype: 'm.text', body: second } }),
    ]);
    await say(stage.homeserver, people.bob, open, first ?? '');
    await expectMessage(alice.page, second ?? '');
    await say(stage.homeserver, people.bob, open, third ?? '');
    await expectMessage(alice.page, third ?? '');
    const shown = await shownTexts(alice.page, new RegExp(`(first|second|third) ${index}`));
    expect(shown).toEqual([first, second, third]);
    await expect(messages(alice.page).filter({ hasText: /polluted|xxxxxxxx|deep/ })).toHaveCount(0);
    await expect(statusLine(alice.page)).not.toContainText(/Offline|Restarting/);
    brought += 1;
    await expect.poll(droppedEvents).toBe(brought);
  });

const editOf = (eventId: string, body: string): Record<string, unknown> => ({
  msgtype: 'm.text',
  body: `* ${body}`,
  'm.new_content': { msgtype: 'm.text', body },
  'm.relates_to': { rel_type: 'm.replace', event_id: eventId },
});

test('an edit by someone else and an edit of an edit are not applied', async () => {
  const eventId = await say(stage.homeserver, people.bob, open, 'Apples: two coins');
  await expectMessage(alice.page, 'Apples: two coins');
  await sendEvent(stage.homeserver, people.mallory, open, editOf(eventId, 'Apples: nine coins'));
  const ownEdit = await sendEvent(
    stage.homeserver,
    people.bob,
    open,
    editOf(eventId, 'Apples: three coins'),
  );
  await expectMessage(alice.page, 'Apples: three coins');
  await sendEvent(stage.homeserver, people.bob, open, editOf(ownEdit, 'Apples: eight coins'));
  await say(stage.homeserver, people.bob, open, 'Market closed');
  await expectMessage(alice.page, 'Market closed');
  expect(await shownTexts(alice.page, /Apples: \w+ coins/)).toEqual(['Apples: three coins']);
  await expect(messages(alice.page).filter({ hasText: /(nine|eight) coins/ })).toHaveCount(0);
});

test('a plaintext edit of an encrypted message is not applied', async () => {
  await createRoom(bob.page, 'Vault', [people.alice.userId]);
  await acceptInvite(alice.page, 'Vault');
  await send(bob.page, 'The code is 4711');
  await expectSent(bob.page, 'The code is 4711');
  await expectMessage(alice.page, 'The code is 4711');
  const vault = stage.roomNamed('Vault');
  const original = stage.eventsOf(vault).find(({ type }) => type === 'm.room.encrypted');
  await sendEvent(
    stage.homeserver,
    people.bob,
    vault,
    editOf(original?.eventId ?? '', 'The code is 0000'),
  );
  await send(bob.page, 'Keep it secret');
  await expectMessage(alice.page, 'Keep it secret');
  for (const { page } of [alice, bob]) {
    await expect(message(page, 'The code is 4711')).toBeVisible();
    expect(await shownTexts(page, /The code is \d{4}$/m)).toEqual(['The code is 4711']);
  }
});
