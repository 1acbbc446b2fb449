// Reads for each ringing call whether it must not be answered because this account calls only verified people, and reads it again when that
// may have changed. It must not end the call, which can be answered once the caller is verified.
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import type { Recipients } from '../crypto/recipients/recipients';
import type { Call, CallRegistry } from './callRegistry';

export interface RingsLeftOutDeps {
  readonly registry: Pick<CallRegistry, 'all' | 'changed' | 'onChange'>;
  readonly recipients: Pick<Recipients, 'leavesOut' | 'onChange'>;
  readonly log: Log;
}

/** To be started before any other listener of the registry: a call does not ring before this is read. Returns the function that ends it. */
export function watchRingsLeftOut(deps: RingsLeftOutDeps): () => void {
  const { registry, recipients, log } = deps;
  /** When readings of one call overlap, only the last one counts. */
  const readings = new WeakMap<Call, number>();

  async function read(call: Call, opponent: string): Promise<void> {
    const mine = (readings.get(call) ?? 0) + 1;
    readings.set(call, mine);
    let isOut = false;
    try {
      isOut = await recipients.leavesOut(call.roomId, opponent);
    } catch (thrown) {
      // The call rings all the same; an answer is refused where it must not be given.
      unexpected(log, 'whether a call may be answered', thrown);
    }
    if (mine !== readings.get(call) || call.leftOut === isOut) return;
    call.leftOut = isOut;
    if (call.state === 'ringing') registry.changed(call);
  }

  const ringing = (): Call[] => registry.all().filter(({ state }) => state === 'ringing');
  const look = (isWanted: (call: Call) => boolean): void => {
    for (const call of ringing())
      if (call.opponent !== null && isWanted(call)) void read(call, call.opponent);
  };
  const stops = [
    registry.onChange(() =>
      look((call) => {
        const isNew = !readings.has(call);
        if (isNew) call.leftOut = null;
        return isNew;
      }),
    ),
    recipients.onChange(() => look(() => true)),
  ];
  return () => stops.forEach((stop) => stop());
}
