// Contract ends for tests over a real MessageChannel, and an implementation of any contract that only records.
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { nodePort } from '../support/nodePort';
import type { Implementation } from '#contract/wire/serve';
import type { Contract } from '#contract/wire/shapes';

export const silent = { warn: () => undefined };

export interface Reached {
  readonly shape: string;
  readonly name: string;
  readonly input: unknown;
}

/** Every call answers `{}`, every subscription opens; what arrived is in `reached`. */
export function recorder<C extends Contract>(contract: C) {
  const reached: Reached[] = [];
  const table = <T>(shape: string, names: object, answer: () => T) =>
    Object.fromEntries(
      Object.keys(names).map((name) => [
        name,
        (input: unknown) => {
          reached.push({ shape, name, input });
          return answer();
        },
      ]),
    );
  const implementation = {
    calls: table('call', contract.calls, () => Promise.resolve({})),
    values: table('value', contract.values, () => () => undefined),
    lists: table('list', contract.lists, () => ({ close: () => undefined })),
  } as unknown as Implementation<C>;
  return { reached, implementation };
}

const channels: MessageChannel[] = [];

/** Two ports of one channel; `raw` is the untyped window side. */
export function channel() {
  const { port1, port2 } = keep(new MessageChannel());
  return { window: nodePort(port1), engine: nodePort(port2), raw: port1 };
}

const keep = (made: MessageChannel): MessageChannel => {
  channels.push(made);
  return made;
};

export function closeChannels(): void {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close();
    port2.close();
  }
}

/** Posts raw messages and waits for as many answers. */
export async function ask(port: MessagePort, messages: readonly unknown[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  const done = new Promise<void>((resolve) => {
    port.on('message', (answer: unknown) => {
      answers.push(answer);
      if (answers.length === messages.length) resolve();
    });
  });
  for (const message of messages) port.postMessage(message);
  await done;
  port.removeAllListeners('message');
  return answers;
}

export const closed = (port: MessagePort): Promise<unknown> => once(port, 'close');

/** Waits for a state, at most as long as the test may run. */
export async function until(state: () => boolean): Promise<void> {
  while (!state()) await new Promise((resolve) => setImmediate(resolve));
}
