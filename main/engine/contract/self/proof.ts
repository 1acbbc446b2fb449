// Calls of user-interactive authentication: the server's demand, and the page that is open.
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
