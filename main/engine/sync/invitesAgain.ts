// Asks for the invitations that the server held back while somebody was ignored, once after they are heard again: sync never sends them by
// itself. An answer from the beginning without its rooms names all invitations.
import { appFailure } from '#contract/wire/errors';
import { unexpected } from '../base/unexpected';
import { createPause } from '../events/cursor';
import { isRefusal } from '../http/errors';
import { invitesAreHere, invitesAreMissing } from '../rooms/heardAgain';
import { applyProvisional, type ApplyDeps } from './apply';
import { invitesFilter } from './filter';
import type { Loop } from './loop';
import { receive, type Received } from './receive';

/** Sync waits for the answer. A server that takes longer, or fails, is asked again after a while, not after each sync. */
const timeoutMs = 30_000;
const againMs = 15 * 60_000;

const refuseLarge = (): never => {
  throw appFailure('too_large', 'Too large for invitations');
};

async function ask({ http, clock, state }: Loop, parts: ApplyDeps): Promise<void> {
  const pause = createPause(clock.monotonic);
  const received = await http.request<Received>({
    method: 'GET',
    path: '/sync',
    query: { filter: JSON.stringify(invitesFilter), timeout: 0 },
    timeoutMs,
    take: (pieces) => receive(pieces, { pause, begin: refuseLarge, onBrokenOff: () => undefined }),
    retry: 'none',
    signal: state.stopping.signal,
  });
  if (!('answer' in received)) return;
  const rooms = received.answer.rooms.filter(({ kind }) => kind === 'invite');
  const answer = { ...received.answer, rooms, accountData: [] };
  await applyProvisional(parts, answer, pause, () => state.running);
}

/** To be called after an answer of sync. A failure of the connection leaves it to the next one, or a later one. */
export async function invitesAgain(loop: Loop, parts: ApplyDeps): Promise<void> {
  const { store, state, log, clock } = loop;
  if (clock.monotonic() < state.invitesAfterMs || !invitesAreMissing(store.db)) return;
  try {
    await ask(loop, parts);
  } catch (thrown) {
    if (!state.running) throw thrown;
    const { code } = unexpected(log, 'invitations', thrown);
    log.info('invitations could not be asked for', { code });
    if (code !== 'offline') state.invitesAfterMs = clock.monotonic() + againMs;
    if (!isRefusal(thrown) && code !== 'too_large') return;
  }
  store.write(() => invitesAreHere(store.db));
}
