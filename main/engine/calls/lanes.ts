// Work in order: of one lane one after the other, whatever became of the one before; lanes side by side.
export type Lanes = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

export function createLanes(): Lanes {
  const newest = new Map<string, Promise<unknown>>();
  return (lane, work) => {
    const mine = (newest.get(lane) ?? Promise.resolve()).then(work, work);
    newest.set(lane, mine);
    const done = (): void => {
      if (newest.get(lane) === mine) newest.delete(lane);
    };
    mine.then(done, done);
    return mine;
  };
}
