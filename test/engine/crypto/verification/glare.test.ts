// Both sides begin to compare emoji at once: the start of the smaller user id counts, in whichever order the messages come. Each order is
// made with requests that stand still, against matrix-js-sdk's own client.
import { OlmMachine } from '@matrix-org/matrix-sdk-crypto-wasm';
import { on } from '../../../faults/faultProxy';
import type { Asked, Peer } from './peer';
import type { TestEngine } from '../harness';
import {
  bothConfirm,
  only,
  patience,
  shown,
  trusted,
  twoApart,
  useWorld,
  type Apart,
} from './world';

useWorld();

const prefix = 'm.key.verification.';
const put = (type: string) => on('PUT', `/send/${prefix}${type}/`);

interface Ready extends Apart {
  readonly theirs: Asked;
  compare(): Promise<void>;
}

/** Accepted by both, and nobody has begun. */
async function ready(smaller: 'ours' | 'theirs'): Promise<Ready> {
  const apart = await twoApart(smaller);
  const { ours, peer, roomId } = apart;
  await ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });
  const theirs = await peer.asked();
  await theirs.request.accept();
  const { id } = await shown(ours);
  return { ...apart, theirs, compare: () => ours.crypto.verifications.compare(id) };
}

/** Resolves when this side's library has taken in that event of the other; `before` runs just before it does. */
function takenIn(userId: string, type: string, before: () => void = () => undefined) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const receive = OlmMachine.prototype.receiveVerificationEvent;
  const spy = jest
    .spyOn(OlmMachine.prototype, 'receiveVerificationEvent')
    .mockImplementation(async function (this: OlmMachine, json, roomId) {
      const event = JSON.parse(json) as { type: string; sender: string };
      const wanted =
        this.userId.toString() === userId &&
        event.sender !== userId &&
        event.type === prefix + type;
      if (wanted) before();
      await receive.call(this, json, roomId);
      if (wanted) resolve();
    });
  return promise.finally(() => spy.mockRestore());
}

async function goesWell(ours: TestEngine, theirs: Asked, peer: Peer): Promise<void> {
  await bothConfirm(ours, theirs, 'ours');
  await trusted(ours, peer.userId, 'verified');
}

describe.each(['ours', 'theirs'] as const)('CHAT-4.30 both begin, and %s counts', (smaller) => {
  test(
    'both leave before either arrives',
    async () => {
      const { ours, peer, theirs, ourWay, theirWay, compare } = await ready(smaller);
      const ourStart = ourWay.hold(put('start'), 'before-forward');
      const theirStart = theirWay.hold(put('start'), 'before-forward');
      const begun = Promise.all([compare(), theirs.begin()]);
      await Promise.all([ourStart.reached, theirStart.reached]);
      ourStart.release();
      theirStart.release();
      await begun;
      await goesWell(ours, theirs, peer);
    },
    patience,
  );

  test(
    'ours arrives while theirs is made and not sent',
    async () => {
      const { ours, peer, theirs, theirWay, compare } = await ready(smaller);
      const theirStart = theirWay.hold(put('start'), 'before-forward');
      const arrived = takenIn(peer.userId, 'start');
      const begun = theirs.begin();
      await theirStart.reached;
      await compare();
      await arrived;
      theirStart.release();
      await begun;
      await goesWell(ours, theirs, peer);
    },
    patience,
  );

  test(
    'theirs arrives while ours is made and not sent',
    async () => {
      const { ours, peer, theirs, ourWay, compare } = await ready(smaller);
      const ourStart = ourWay.hold(put('start'), 'before-forward');
      const arrived = takenIn(ours.userId, 'start');
      const begun = compare();
      await ourStart.reached;
      await theirs.begin();
      await arrived;
      ourStart.release();
      await begun;
      await goesWell(ours, theirs, peer);
    },
    patience,
  );

  test(
    'theirs is taken in when ours is asked for: ours is not made',
    async () => {
      const { ours, peer, theirs, ourWay, compare } = await ready(smaller);
      let begun: Promise<void> | undefined;
      const arrived = takenIn(ours.userId, 'start', () => {
        expect(only(ours)?.phase).toBe('ready');
        begun = compare();
      });
      await theirs.begin();
      await arrived;
      await begun;
      await goesWell(ours, theirs, peer);
      expect(ourWay.log.filter(({ path }) => path.includes(`${prefix}start`))).toEqual([]);
    },
    patience,
  );
});
