// Notices that the computer's place in the network changed (another Wi-Fi, a VPN, a cable): earlier connections are dead then, without an
// error. Neither Electron nor Node reports it, so the addresses are compared.
import type { NetworkInterfaceInfo } from 'node:os';

export interface NetworkWatchDeps {
  readonly interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
  /** Returns the function that cancels. */
  readonly every: (ms: number, work: () => void) => () => void;
  readonly onChange: () => void;
}

const lookEveryMs = 3000;

/** Returns the function that ends it. Losing an address is no news: only what may reach the server again is. */
export function watchNetwork({ interfaces, every, onChange }: NetworkWatchDeps): () => void {
  const look = (): Set<string> =>
    new Set(
      Object.values(interfaces()).flatMap((all) =>
        (all ?? []).filter(({ internal }) => !internal).map(({ address }) => address),
      ),
    );
  let before = look();
  return every(lookEveryMs, () => {
    const now = look();
    const isNew = [...now].some((address) => !before.has(address));
    before = now;
    if (isNew) onChange();
  });
}
