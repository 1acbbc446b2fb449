import type { NetworkInterfaceInfo } from 'node:os';
import { watchNetwork } from '../../main/shell/engines/networkWatch';

const address = (text: string, internal = false) =>
  ({ address: text, internal }) as NetworkInterfaceInfo;

test('a new address is told once; the loss of one and what is internal are not', () => {
  let tick = (): void => undefined;
  let ended = false;
  let changes = 0;
  let now: NodeJS.Dict<NetworkInterfaceInfo[]> = { lo: [address('127.0.0.1', true)] };
  const end = watchNetwork({
    interfaces: () => now,
    every: (_ms, work) => {
      tick = work;
      return () => void (ended = true);
    },
    onChange: () => void (changes += 1),
  });
  const after = (next: typeof now): number => {
    now = { lo: [address('127.0.0.1', true)], ...next };
    tick();
    return changes;
  };
  expect(after({})).toBe(0);
  expect(after({ wifi: [address('192.168.1.5')] })).toBe(1);
  expect(after({ wifi: [address('192.168.1.5')] })).toBe(1);
  expect(after({ wifi: [address('192.168.1.5')], vpn: [address('10.0.0.2')] })).toBe(2);
  expect(after({ wifi: [address('192.168.1.5')] })).toBe(2);
  expect(after({})).toBe(2);
  expect(after({ wifi: [address('172.16.0.9')] })).toBe(3);
  expect(after({ dummy: [address('::1', true)] })).toBe(3);
  end();
  expect(ended).toBe(true);
});
