// Whether somebody is at the computer, from what the system says.
import { EventEmitter } from 'node:events';
import { watchIdle } from '../../main/shell/engines/idleWatch';

class System extends EventEmitter {
  state: 'active' | 'idle' | 'locked' | 'unknown' = 'active';
  getSystemIdleState = () => this.state;
}

test('idle and locked are told, and again while they last; a return once', () => {
  const system = new System();
  const told: boolean[] = [];
  let look = (): void => undefined;
  const end = watchIdle({
    system: system as never,
    every: (_ms, work) => {
      look = work;
      return () => void told.push(false);
    },
    onIdle: (idle) => told.push(idle),
  });
  look();
  expect(told).toEqual([]);
  system.state = 'idle';
  look();
  look();
  expect(told).toEqual([true, true]);
  system.state = 'active';
  look();
  look();
  expect(told).toEqual([true, true, false]);
  system.emit('lock-screen');
  expect(told.at(-1)).toBe(true);
  system.emit('unlock-screen');
  expect(told.at(-1)).toBe(false);
  end();
});
