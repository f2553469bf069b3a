import type { Answered, Question, Questions } from '#web/record/opened-record.ts';

type Waiting = { readonly give: (answer: unknown) => void; readonly fail: (why: Error) => void };

/** Asks the thread that holds a record; ended with the page, whatever it still computes. */
export type RecordDesk = {
  ask<Name extends Question>(name: Name, asked: Questions[Name]['asked']): Promise<Questions[Name]['answer']>;
  end(): void;
};

export function startRecordDesk(): RecordDesk {
  const worker = new Worker(new URL('./record-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let asks = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) one?.fail(new Error(data.failure));
    else one?.give(data.answer);
  });
  // What could not even begin, or ran out of memory, answers nobody.
  worker.addEventListener('error', () => {
    for (const { fail } of waiting.values()) fail(new Error('the thread ended'));
    waiting.clear();
  });
  return {
    ask: (name, asked) =>
      new Promise((give, fail) => {
        asks += 1;
        waiting.set(asks, { give: (answer) => give(answer as Questions[typeof name]['answer']), fail });
        // Windows have an origin to name; this is a thread of our own.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage({ id: asks, name, ...asked });
      }),
    end: () => worker.terminate(),
  };
}
