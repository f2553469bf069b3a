import { setImmediate } from 'node:timers/promises';

/** The process to which an event belongs. Events of dead processes are skipped. */
export type Owner = { readonly isAlive: boolean };

/** Virtual time: only scheduled events happen, one after the other. */
export type Schedule = {
  nowMs(): number;
  after(ms: number, act: () => void, owner?: Owner): void;
  /** Resolves after `ms`. It never resolves if the owner is dead at that time. */
  wait(ms: number, owner?: Owner): Promise<void>;
  run(untilMs: number): Promise<void>;
};

type Planned = {
  readonly atMs: number;
  readonly order: number;
  readonly act: () => void;
  readonly owner: Owner | undefined;
};

/** Creates a schedule. `before` is called before each event of an owner, and may kill that owner. */
export function createSchedule(startMs: number, before: (owner: Owner) => void): Schedule {
  const queue = createQueue();
  let nowMs = startMs;
  let order = 0;
  const after: Schedule['after'] = (ms, act, owner) => {
    order += 1;
    queue.put({ atMs: nowMs + ms, order, act, owner });
  };
  return {
    nowMs: () => nowMs,
    after,
    wait: (ms, owner) => new Promise((resolve) => after(ms, resolve, owner)),
    async run(untilMs) {
      for (let next = queue.take(untilMs); next; next = queue.take(untilMs)) {
        nowMs = next.atMs;
        if (next.owner?.isAlive) before(next.owner);
        if (next.owner?.isAlive === false) continue;
        next.act();
        // All promises that depend on this event run before the next event.
        await setImmediate();
      }
      nowMs = untilMs;
    },
  };
}

const isEarlier = (a: Planned, b: Planned): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

/** Creates a queue of planned events, earliest first: a binary heap. */
function createQueue() {
  const heap: Planned[] = [];
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b] as Planned, heap[a] as Planned];
  };
  const isBefore = (a: number, b: number): boolean => isEarlier(heap[a] as Planned, heap[b] as Planned);
  const sink = (from: number): void => {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= heap.length) return;
      const child = left + 1 < heap.length && isBefore(left + 1, left) ? left + 1 : left;
      if (!isBefore(child, place)) return;
      swap(child, place);
      place = child;
    }
  };
  return {
    put(planned: Planned): void {
      heap.push(planned);
      for (let place = heap.length - 1; place > 0;) {
        const parent = (place - 1) >>> 1;
        if (!isBefore(place, parent)) break;
        swap(place, parent);
        place = parent;
      }
    },
    /** Removes and returns the earliest event, unless it is later than `untilMs`. */
    take(untilMs: number): Planned | undefined {
      const [first] = heap;
      if (!first || first.atMs > untilMs) return undefined;
      const last = heap.pop();
      if (last && heap.length > 0) {
        heap[0] = last;
        sink(0);
      }
      return first;
    },
  };
}
