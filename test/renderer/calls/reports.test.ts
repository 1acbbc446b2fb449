// The engine hears each state of a call once, and all of them again after it was started anew.
import { createReports } from '../../../renderer/features/calls/reports';
import type { CallSnapshot } from '../../../renderer/features/calls/callTypes';

const snapshot = (more: object): CallSnapshot =>
  ({
    ...{ callId: 'one', roomId: '!a:x', userId: '@b:x', direction: 'out', media: 'voice' },
    ...{ state: 'connected', endReason: null, ...more },
  }) as unknown as CallSnapshot;

test('each state of each call is told once, and again after the engine began anew', () => {
  const told: string[] = [];
  const engine = {
    call: async (name: string, input: { callId: string; state: string }) => {
      told.push(`${name} ${input.callId} ${input.state}`);
      return {};
    },
  } as unknown as Parameters<typeof createReports>[0];
  const reports = createReports(engine, 'session');
  const now = [snapshot({}), snapshot({ callId: 'two', state: 'ended' })];
  reports.tell(now);
  reports.tell(now);
  const all = ['reportCall one connected', 'reportCall two ended'];
  expect(told).toEqual(all);
  reports.tell([snapshot({ state: 'ended' })]);
  expect(told.splice(0)).toEqual([...all, 'reportCall one ended']);
  reports.forget();
  reports.tell([snapshot({ state: 'ended' })]);
  expect(told).toEqual(['reportCall one ended']);
  reports.stop();
});
