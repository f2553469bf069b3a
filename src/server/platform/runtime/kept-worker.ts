import { Worker } from 'node:worker_threads';

/** A worker thread that stays alive for a while after a job, because starting one takes longer than most jobs. */
export type KeptWorker = {
  /** Runs jobs one after the other. A thread whose job failed is not used again. */
  run<T>(work: (worker: Worker) => Promise<T>): Promise<T>;
};

const IDLE_MS = 30_000;

/**
 * Returns a worker that runs jobs in a thread, which executes the file `program`. The thread starts with the first job.
 */
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
  /** Marks the thread as idle. An idle thread does not keep the process alive, and ends after 30 seconds. */
  const release = (worker: Worker): void => {
    worker.unref();
    idle = setTimeout(() => end(worker), IDLE_MS).unref();
  };
  const runNow = async <T>(work: (worker: Worker) => Promise<T>): Promise<T> => {
    const worker = take();
    try {
      const done = await work(worker);
      release(worker);
      return done;
    } catch (failure) {
      // The thread's state is unknown after a failure, so the next job gets a new thread.
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
