// Showing the server once more who somebody is: what is asked for, and the page that is waited for.
import { ofOnline } from '../attach';
import type { CallParts, Calls, EngineParts, Values } from '../parts';

export function proofCalls({ network }: CallParts) {
  return {
    proofWay: async () => ({ way: await (await network.ready()).proofs.way() }),
    async openProofAgain({ place }) {
      network.now()?.proofs.openAgain(place);
      return {};
    },
    async cancelProof() {
      network.now()?.proofs.cancel();
      return {};
    },
  } satisfies Partial<Calls>;
}

export function proofValues(parts: EngineParts) {
  const { network } = parts;
  return {
    proof(_query, sink) {
      const update = (): void => sink.set(network.now()?.proofs.state() ?? { state: 'idle' });
      update();
      return ofOnline(parts, (listener) => network.now()?.proofs.onChange(listener))(update);
    },
  } satisfies Partial<Values>;
}
