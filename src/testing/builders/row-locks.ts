/**
 * Row locks. A holder keeps its locks until it releases all of them. Other holders wait in the order of their requests.
 */
export type RowLocks<Row, Holder> = {
  /** Resolves when this holder gets the lock. If the holder releases its locks before that, never resolves. */
  wait(row: Row, holder: Holder): Promise<void>;
  /** Locks the row if no other holder has it. Returns whether this holder now has the lock. */
  take(row: Row, holder: Holder): boolean;
  release(holder: Holder): void;
};

type Waiting<Holder> = { readonly holder: Holder; readonly grant: () => void };

export function createRowLocks<Row, Holder>(): RowLocks<Row, Holder> {
  const holders = new Map<Row, Holder>();
  const queues = new Map<Row, Waiting<Holder>[]>();
  const take = (row: Row, holder: Holder): boolean => {
    if (!holders.has(row)) holders.set(row, holder);
    return holders.get(row) === holder;
  };
  return {
    take,
    wait: (row, holder) =>
      take(row, holder)
        ? Promise.resolve()
        : new Promise((grant) => {
            queues.set(row, [...(queues.get(row) ?? []), { holder, grant }]);
          }),
    release(holder) {
      for (const [row, queue] of queues)
        queues.set(
          row,
          queue.filter((waiting) => waiting.holder !== holder),
        );
      for (const [row, held] of holders) {
        if (held !== holder) continue;
        const [next, ...others] = queues.get(row) ?? [];
        queues.set(row, others);
        if (next) holders.set(row, next.holder);
        else holders.delete(row);
        next?.grant();
      }
    },
  };
}
