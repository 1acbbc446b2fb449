// Two devices of one account ask each other in the same moment: one request goes on, and nobody is told that the other side declined.
import { on } from '../../../faults/faultProxy';
import { inPhase, only, patience, twoOfOurs, until, useWorld } from './world';

useWorld();

const asks = on('PUT', '/sendToDevice/m.key.verification.request/');

test(
  'both ask before either hears of it: the request of the smaller device id goes on, and is not asked about',
  async () => {
    const both = await twoOfOurs();
    const [one, two] = both;
    if (one === undefined || two === undefined) throw new Error('unreachable');
    const held = both.map(({ way }) => way.hold(asks, 'before-forward'));
    const begun = [one.engine, two.engine].map((engine, at) => {
      const { deviceId } = (at === 0 ? two : one).engine.account;
      return engine.crypto.verifications.start({ own: true, deviceId });
    });
    await Promise.all(held.map(({ reached }) => reached));
    for (const { release } of held) release();
    await Promise.all(begun);
    const ready = await Promise.all(both.map(({ engine }) => inPhase(engine, 'ready')));
    const isFirst = one.engine.account.deviceId < two.engine.account.deviceId;
    expect(ready.map(({ byMe }) => byMe)).toEqual([isFirst, !isFirst]);
    for (const { engine } of both) expect(engine.crypto.verifications.all()).toHaveLength(1);
    await one.engine.crypto.verifications.compare(ready[0]?.id ?? '');
    const emoji = await Promise.all(
      both.map(({ engine }) => until(engine, 'emoji', (state) => (state?.emoji ?? null) !== null)),
    );
    expect(emoji[0]?.emoji).toEqual(emoji[1]?.emoji);
    // They do not match, and both press the button of the next try.
    for (const { engine } of both) {
      const { id } = only(engine) ?? {};
      if (engine === one.engine) await engine.crypto.verifications.confirm(id ?? '', false);
    }
    await Promise.all(both.map(({ engine }) => inPhase(engine, 'cancelled')));
    await Promise.all(
      both.map(({ engine }) => engine.crypto.verifications.start({ own: true, deviceId: null })),
    );
    await Promise.all(both.map(({ engine }) => inPhase(engine, 'ready')));
  },
  patience,
);
