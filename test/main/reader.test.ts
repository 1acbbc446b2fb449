import { followReader } from '../../main/shell/engines/reader';

function setUp() {
  let onWish: (wish: { turn: number } | null) => void = () => undefined;
  let generation = 1;
  const told: unknown[] = [];
  const started: { ports: readonly unknown[]; killed: boolean; exit: () => void }[] = [];
  const connected: unknown[] = [];
  const asks = {
    value: (_name: string, _query: object, listener: typeof onWish) => {
      onWish = listener;
      return () => undefined;
    },
    call: async (...act: unknown[]) => void told.push(act),
  };
  let isThere = true;
  const end = followReader(
    asks as unknown as Parameters<typeof followReader>[0],
    () => generation,
    {
      start() {
        const one = { ports: [] as readonly unknown[], killed: false, exit: (): void => undefined };
        started.push(one);
        return {
          post: (_message, ports = []) => void (one.ports = ports),
          onExit: (listener) => void (one.exit = () => listener(1)),
          kill: () => void (one.killed = true),
        };
      },
      createChannel: () => ({
        port1: `engine ${started.length}`,
        port2: `reader ${started.length}`,
      }),
      connect(turn, port) {
        connected.push([turn, port]);
        return isThere;
      },
    },
  );
  return {
    wish: (turn: number | null) => onWish(turn === null ? null : { turn }),
    next: () => void (generation += 1),
    leave: () => void (isThere = false),
    end,
    told,
    started,
    connected,
  };
}

test('a wish starts one process, whose port goes to the engine; it ends with the wish, and its own end is told', () => {
  const { wish, started, connected, told } = setUp();
  wish(null);
  wish(1);
  wish(1);
  expect(connected).toEqual([[1, 'engine 1']]);
  expect(started.map(({ ports, killed }) => [ports, killed])).toEqual([[['reader 1'], false]]);
  wish(null);
  expect(started[0]?.killed).toBe(true);
  started[0]?.exit();
  expect(told).toEqual([]);
  wish(2);
  started[1]?.exit();
  expect(told).toEqual([['readerGone', { turn: 2 }]]);
  wish(3);
  expect(started.length).toBe(3);
});

test('it goes with the engine, and the first wish of the next one is another', () => {
  const { wish, next, end, leave, started, told } = setUp();
  wish(1);
  end();
  expect(started[0]?.killed).toBe(true);
  next();
  wish(1);
  expect(started.map(({ killed }) => killed)).toEqual([true, false]);
  leave();
  wish(2);
  expect(started.map(({ killed }) => killed)).toEqual([true, true, true]);
  expect(told).toEqual([]);
});
