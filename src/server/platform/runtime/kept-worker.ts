import { Worker } from 'node:worker_threads';

/** A thread that stays for a while after its work: starting one takes longer than most of what it is for. */
export type KeptWorker = {
  /** Runs one work after the other; the thread of one that fails isn't used again. */
  run<T>(work: (worker: Worker) => Promise<T>): Promise<T>;
};

const IDLE_MS = 30_000;

export function keepWorker(program: URL): KeptWorker {
  let kept: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = (worker: Worker): void => {
    if (kept === worker) kept = undefined;
    void worker.terminate();
  };
  const take = (): Worker => {
    clearTimeout(idle);
    kept ??= new Worker(program);
    kept.ref();
    return kept;
  };
  /** Until its next work it keeps nobody from ending the process. */
  const letGo = (worker: Worker): void => {
    worker.unref();
    idle = setTimeout(() => end(worker), IDLE_MS).unref();
  };
  const runNow = async <T>(work: (worker: Worker) => Promise<T>): Promise<T> => {
    const worker = take();
    try {
      const done = await work(worker);
      letGo(worker);
      return done;
    } catch (failure) {
      // Whatever state it is in: the next work gets another one.
      end(worker);
      throw failure;
    }
  };
  return {
    run(work) {
      const done = last.then(() => runNow(work));
      last = done.catch(() => undefined);
      return done;
    },
  };
}
