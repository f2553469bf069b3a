import type { WorkerReply, WorkerCallName, WorkerCalls, FaultyRecord, WholeRecord } from '#web/record/opened-record.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

type PendingCall = { readonly give: (answer: unknown) => void; readonly fail: (why: Error) => void };

/** The connection to a worker that holds one record. Leaving the page ends the worker, even during a computation. */
export type RecordClient = ReturnType<typeof startRecordClient>;

export function startRecordClient() {
  const worker = new Worker(new URL('./record-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, PendingCall>();
  let asks = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) one?.fail(new Error(data.failure));
    else one?.give(data.answer);
  });
  // A worker that failed to start or ran out of memory sends no more results, so all pending calls fail.
  worker.addEventListener('error', () => {
    for (const { fail } of waiting.values()) fail(new Error('the thread ended'));
    waiting.clear();
  });
  return {
    ask: <Name extends WorkerCallName>(
      name: Name,
      asked: WorkerCalls[Name]['asked'],
    ): Promise<WorkerCalls[Name]['answer']> =>
      new Promise((give, fail) => {
        asks += 1;
        waiting.set(asks, { give: (answer) => give(answer as WorkerCalls[Name]['answer']), fail });
        // Only messages to windows need a target origin. This message goes to our own worker.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage({ id: asks, name, ...asked });
      }),
    end: () => worker.terminate(),
  };
}

/** The progress of opening a file that the user selected. */
export type Opening =
  | { readonly step: 'none' }
  | { readonly step: 'reading' | 'failed'; readonly name: string }
  | {
      readonly step: 'judged';
      readonly name: string;
      readonly record: WholeRecord | FaultyRecord;
      readonly client: RecordClient;
    };

const NONE: Opening = { step: 'none' };

/** Opens a record file in a worker. If another file is still being read, the new file replaces it. */
export function useOpenedRecord() {
  const [opening, setOpening] = useState<Opening>(NONE);
  const client = useRef<RecordClient>(undefined);
  const isReading = useRef(false);
  /**
   * Returns a worker that is not computing. Ends a worker that still computes an outdated result, and starts a new one.
   */
  const idleClient = useCallback(() => {
    if (isReading.current) client.current?.end();
    if (isReading.current || !client.current) client.current = startRecordClient();
    isReading.current = false;
    return client.current;
  }, []);
  const close = useCallback(() => {
    idleClient();
    setOpening(NONE);
  }, [idleClient]);
  const open = useCallback(
    (file: Blob, name: string) => {
      const own = idleClient();
      isReading.current = true;
      setOpening({ step: 'reading', name });
      const show = (judged: Opening): void => {
        if (client.current !== own) return;
        isReading.current = false;
        setOpening(judged);
      };
      own.ask('open', { file }).then(
        (record) => show({ step: 'judged', name, record, client: own }),
        () => show({ step: 'failed', name }),
      );
    },
    [idleClient],
  );
  // Loads the worker before the user selects a file. After loading, the page makes no network request.
  useEffect(() => {
    idleClient();
    return () => {
      client.current?.end();
      client.current = undefined;
    };
  }, [idleClient]);
  return { opening, open, close };
}
