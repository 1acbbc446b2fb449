// Calls between two on a bad line: Bob's app reaches the server through the fault proxy only. Signals late, lost, given twice and crossing, and
// a server that is away, whose clock is five minutes wrong and which has no relays for him; sound goes from window to window, untouched.
import { expect, test } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { on } from '../../faults/faultProxy';
import type { FaultProxy, Hold, LoggedRequest } from '../../faults/faultProxy';
import type { RunningApp } from '../support/app';
import {
  answer,
  callButton,
  connect,
  control,
  expectConnected,
  meet,
  openPair,
  registerPair,
  ring,
  stage as callStage,
  type Pair,
} from '../support/calls';
import { statusLine } from '../support/drive';
import { expectLegs } from '../support/groupCalls';
import { cutFor, endStage, openStage } from '../support/stage';
import type { Person, Stage } from '../support/stage';

let stage: Stage;
let proxy: FaultProxy;
let people: Pair<Person>;
let roomId: string;
let alice: RunningApp;
let bob: RunningApp;
const holds: Hold[] = [];
/** Whether Bob is given every event twice, and how many were. */
let twice = false;
let repeated = 0;

/** A signal of Bob's, in an encrypted room; each has a transaction of its own. */
const signal = on('PUT', '/send/m.room.encrypted/call.');
/** Bob's sync requests. */
const news = on('GET', '/sync');
const relays = on('GET', '/voip/turnServer');

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stage = await openStage();
  ({ people, roomId } = await registerPair(stage));
  proxy = await stage.proxy();
  mend();
  ({ alice, bob } = await openPair(stage, people, proxy));
  await meet({ alice, bob });
});
endStage(() => stage);
test.afterEach(async () => {
  holds.splice(0).forEach((one) => one.release());
  mend();
  await proxy.setDown(false);
  for (const { page } of [alice, bob]) {
    const hangUp = control(page, 'Hang up');
    if (await hangUp.isVisible().catch(() => false)) await hangUp.click();
  }
});

interface News {
  readonly rooms?: {
    readonly join?: Readonly<Record<string, { timeline?: { readonly events: RoomEvent[] } }>>;
  };
}
interface RoomEvent {
  origin_server_ts: number;
}

/** The rule that can give things twice stands from the beginning: a request that already waits for news takes no new one. */
function mend(): void {
  twice = false;
  proxy.rules.clear();
  if (relaysAsked().length === 0) proxy.rules.add({ match: relays, status: 500, times: 1 });
  proxy.rules.add({ match: relays, status: 403 });
  proxy.rules.add({ match: news, edit: (json) => asBobHears(json as News) });
}

/** Outcomes of Bob's requests for TURN servers. */
const relaysAsked = (): LoggedRequest['outcome'][] =>
  proxy.log.filter(({ method, path }) => relays(method, path)).map(({ outcome }) => outcome);

function asBobHears(json: News): News {
  for (const { timeline } of Object.values(json.rooms?.join ?? {})) {
    for (const event of timeline?.events ?? []) event.origin_server_ts -= 300_000;
    if (!twice) continue;
    repeated += timeline?.events.length ?? 0;
    timeline?.events.push(...timeline.events);
  }
  return json;
}

function hold(...given: Parameters<FaultProxy['hold']>): Hold {
  const made = proxy.hold(...given);
  holds.push(made);
  return made;
}

const fromBob = (): Pair<RunningApp> => ({ alice: bob, bob: alice });
const says = ({ page }: RunningApp, text: string): Locator =>
  callStage(page).getByText(text, { exact: true });
/** Bob's microphone, as Alice sees it. */
const mutedAtAlice = (): Locator =>
  callStage(alice.page).getByRole('img', { name: 'Microphone off' });
const lost = ({ page }: RunningApp): Locator =>
  callStage(page).getByText(/^The connection was lost/);

/** One call stands, and sound arrives on both sides. */
async function expectTalk(): Promise<void> {
  await Promise.all([alice, bob].map(({ page }) => expectConnected(page)));
  await Promise.all([alice, bob].map(({ page }) => expectLegs(page, 1, false)));
  for (const { page } of [alice, bob]) await expect(ring(page)).toHaveCount(0);
}

async function expectIdle(): Promise<void> {
  for (const { page } of [alice, bob]) {
    await expect(callStage(page)).toHaveCount(0, { timeout: 30_000 });
    await expect(ring(page)).toHaveCount(0, { timeout: 30_000 });
  }
}

async function hangUp({ page }: RunningApp): Promise<void> {
  await control(page, 'Hang up').click();
  await expectIdle();
}

/** From now on collects the signals that the server acknowledged to Bob; each must be in the room once, however often it was sent. */
function watchSignals(): { readonly stoodOnce: () => Promise<void> } {
  const stored = (): number =>
    stage
      .eventsOf(roomId)
      .filter(({ type, sender }) => type === 'm.room.encrypted' && sender === people.bob.userId)
      .length;
  const [entries, before] = [proxy.log.length, stored()];
  const paths = (outcomes: (outcome: LoggedRequest['outcome']) => boolean): number => {
    const since = proxy.log.slice(entries).filter((one) => signal(one.method, one.path));
    return new Set(since.filter(({ outcome }) => outcomes(outcome)).map(({ path }) => path)).size;
  };
  // An invitation that is answered already is not sent again, whatever he was told.
  const isRight = (): boolean => {
    const now = stored() - before;
    return paths((outcome) => outcome === 200) <= now && now <= paths(() => true);
  };
  return { stoodOnce: () => expect.poll(isRight).toBe(true) };
}

test('the answer is there before the word that the invitation was taken, and all that follows is late: they talk', async () => {
  const invitation = hold(signal, 'after-answer');
  await callButton(bob.page, false).click();
  const { path } = await invitation.reached;
  const rest = hold((method, other) => signal(method, other) && other !== path, 'before-forward');
  await answer(alice.page);
  await rest.reached;
  rest.release();
  await expectTalk();
  invitation.release();
  await hangUp(bob);
});

test('an invitation that is lost three times on its way is sent again, the same one, and rings once', async () => {
  const signals = watchSignals();
  const before = proxy.log.length;
  const faults = [{ cut: 'before-forward' }, { status: 502 }, { cut: 'before-headers' }] as const;
  for (const fault of faults) proxy.rules.add({ match: signal, times: 1, ...fault });
  await connect(fromBob(), false);
  await expectTalk();
  const tries = (): LoggedRequest[] =>
    proxy.log
      .slice(before)
      .filter(({ method, path }) => signal(method, path))
      .slice(0, 3);
  await expect
    .poll(() => tries().map(({ outcome }) => outcome), { timeout: 30_000 })
    .toEqual(['cut', 502, 'cut']);
  expect(new Set(tries().map(({ path }) => path)).size).toBe(1);
  await hangUp(alice);
  await signals.stoodOnce();
});

test('an invitation that arrives, while its caller never hears so, stops ringing once it is given up; one press calls again', async () => {
  proxy.rules.add({ match: signal, status: 502, late: true, times: 5 });
  await callButton(bob.page, false).click();
  await expect(ring(alice.page)).toBeVisible({ timeout: 30_000 });
  await expect(says(bob, 'The call could not be sent.')).toBeVisible({ timeout: 30_000 });
  await expect(ring(alice.page)).toHaveCount(0, { timeout: 30_000 });
  await callStage(bob.page).getByRole('button', { name: 'Call again' }).click();
  await answer(alice.page);
  await expectTalk();
  await hangUp(bob);
});

test('what is given or sent twice is one call: the answer to who calls, the invitation to who is called, the answer of who was called', async () => {
  twice = true;
  const signals = watchSignals();
  const before = repeated;
  await connect(fromBob(), false);
  await expectTalk();
  await hangUp(bob);
  // The server takes Bob's answer, and he sends it again.
  proxy.rules.add({ match: signal, cut: 'before-headers', times: 1 });
  await connect({ alice, bob }, false);
  await expectTalk();
  expect(repeated).toBeGreaterThan(before);
  await hangUp(alice);
  await signals.stoodOnce();
});

test('both hang up before they hear of each other: it is over for both, and the next call works, without the relays that were refused', async () => {
  await connect({ alice, bob }, false);
  await expectTalk();
  const heard = hold(news, 'after-answer');
  const said = hold(signal, 'before-forward');
  for (const { page } of [alice, bob]) await control(page, 'Hang up').click();
  await Promise.all([heard.reached, said.reached]);
  await expectIdle();
  said.release();
  heard.release();
  await connect(fromBob(), false);
  await expectTalk();
  // A fault of the server is not final, a refusal is.
  expect(relaysAsked()).toEqual([500, 403]);
  await hangUp(alice);
});

for (const first of ['Alice', 'Bob'])
  test(`CALL-4.20 CALL-4.21 both call before they hear of each other, ${first} a moment earlier: that call comes about`, async () => {
    const heard = hold(news, 'after-answer');
    const said = hold(signal, 'before-forward');
    const call = {
      alice: async () => {
        await callButton(alice.page, false).click();
        await expect(says(alice, 'Ringing')).toBeVisible();
      },
      bob: async () => {
        await callButton(bob.page, false).click();
        await expect(says(bob, 'Calling')).toBeVisible();
      },
    };
    const inTurn = first === 'Alice' ? [call.alice, call.bob] : [call.bob, call.alice];
    for (const one of inTurn) await one();
    await Promise.all([heard.reached, said.reached]);
    said.release();
    heard.release();
    await expectTalk();
    await hangUp(alice);
    const told = alice.page
      .getByRole('log')
      .getByText(/^(You called|Call from)/)
      .last();
    const line =
      first === 'Alice' ? /^You called, \d+:\d\d$/ : /^Call from .Bob Okafor., \d+:\d\d$/;
    await expect(told).toHaveText(line, { timeout: 30_000 });
  });

test('CALL-7.10 a server that is away for 5 s does not touch the call, and what is pressed meanwhile arrives', async () => {
  await connect({ alice, bob }, false);
  await expectTalk();
  await cutFor(proxy, 5_000, async () => {
    await control(bob.page, 'Mute').click();
    await expect(control(bob.page, 'Unmute')).toBeVisible();
  });
  await expect(mutedAtAlice()).toBeVisible({ timeout: 30_000 });
  await control(bob.page, 'Unmute').click();
  await expect(mutedAtAlice()).toHaveCount(0, { timeout: 30_000 });
  await expectTalk();
  await hangUp(alice);
});

test('a server that is away for 40 s right after the answer ends no call, and what was said meanwhile arrives; who is cut off when the other hangs up is told so', async () => {
  test.setTimeout(180_000);
  const answered = proxy.waitForOutcome((one) => signal(one.method, one.path), {
    timeoutMs: 60_000,
  });
  await callButton(alice.page, false).click();
  await answer(bob.page);
  await answered;
  await cutFor(proxy, 40_000, async () => {
    await expectTalk();
    await control(bob.page, 'Mute').click();
    await expect(statusLine(bob.page)).toContainText('Offline since', { timeout: 40_000 });
  });
  await expect(mutedAtAlice()).toBeVisible({ timeout: 30_000 });
  await expectTalk();
  for (const one of [alice, bob]) await expect(lost(one)).toHaveCount(0);
  // The hang-up cannot reach Bob; the silence does.
  await proxy.setDown(true);
  await control(alice.page, 'Hang up').click();
  await expect(lost(bob)).toBeVisible({ timeout: 30_000 });
  await proxy.setDown(false);
  await expectIdle();
  await connect(fromBob(), false);
  await expectTalk();
  await hangUp(alice);
});
