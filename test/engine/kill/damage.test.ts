// Damage of the store that nobody in the engine catches: the window is told what is damaged, and no engine is started to find the same.
import { join } from 'node:path';
import { removeBuiltCopy } from './support/build';
import { createEngineProcess, type EngineUnderTest } from './support/engineProcess';

let engine: EngineUnderTest | null = null;
afterEach(() => engine?.destroy());
afterAll(() => removeBuiltCopy());

test.each(['exception', 'rejection'])(
  'an engine that a damaged store ends (uncaught %s) says so, and stays away',
  async (how) => {
    let restarts = 0;
    const started = createEngineProcess({
      env: {
        NODE_OPTIONS: `-r ${join(__dirname, 'support', 'meetDamage.cjs')}`,
        TRELLIS_TEST_DAMAGE: how,
      },
      beforeRestart: () => void (restarts += 1),
    });
    engine = started;
    started.start();
    await started.until('what is wrong', () => started.failure() !== null);
    expect(started.failure()?.code).toBe('store_corrupt');
    expect([started.running(), restarts]).toEqual([false, 0]);
  },
  240_000,
);
