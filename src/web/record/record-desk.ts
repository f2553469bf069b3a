import type { Answered, Question, Questions, FaultyRecord, WholeRecord } from '#web/record/opened-record.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

type Waiting = { readonly give: (answer: unknown) => void; readonly fail: (why: Error) => void };

/** The connection to the worker that holds a record. Leaving the page ends the worker, even during a computation. */
export type RecordDesk = ReturnType<typeof startRecordDesk>;

function startRecordDesk() {
  const worker = new Worker(new URL('./record-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let asks = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) one?.fail(new Error(data.failure));
    else one?.give(data.answer);
  });
  // A worker that failed to start or ran out of memory answers no calls, so all pending calls fail.
  worker.addEventListener('error', () => {
    for (const { fail } of waiting.values()) fail(new Error('the thread ended'));
    waiting.clear();
  });
  return {
    ask: <Name extends Question>(name: Name, asked: Questions[Name]['asked']): Promise<Questions[Name]['answer']> =>
      new Promise((give, fail) => {
        asks += 1;
        waiting.set(asks, { give: (answer) => give(answer as Questions[Name]['answer']), fail });
        // Only windows need a target origin; this is our own worker.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage({ id: asks, name, ...asked });
      }),
    end: () => worker.terminate(),
  };
}

/** The progress of opening a chosen file. */
export type Opening =
  | { readonly step: 'none' }
  | { readonly step: 'reading' | 'failed'; readonly name: string }
  | {
      readonly step: 'judged';
      readonly name: string;
      readonly record: WholeRecord | FaultyRecord;
      readonly desk: RecordDesk;
    };

const NONE: Opening = { step: 'none' };

/** Opens a record file in a worker. A newer file replaces one that is still being read. */
export function useOpenedRecord() {
  const [opening, setOpening] = useState<Opening>(NONE);
  const desk = useRef<RecordDesk>(undefined);
  const isReading = useRef(false);
  /** Returns the idle worker. A worker that still computes an outdated result is replaced by a new one. */
  const freeDesk = useCallback(() => {
    if (isReading.current) desk.current?.end();
    if (isReading.current || !desk.current) desk.current = startRecordDesk();
    isReading.current = false;
    return desk.current;
  }, []);
  const close = useCallback(() => {
    freeDesk();
    setOpening(NONE);
  }, [freeDesk]);
  const open = useCallback(
    (file: Blob, name: string) => {
      const own = freeDesk();
      isReading.current = true;
      setOpening({ step: 'reading', name });
      const show = (judged: Opening): void => {
        if (desk.current !== own) return;
        isReading.current = false;
        setOpening(judged);
      };
      own.ask('open', { file }).then(
        (record) => show({ step: 'judged', name, record, desk: own }),
        () => show({ step: 'failed', name }),
      );
    },
    [freeDesk],
  );
  // Starts the worker before a file is chosen: once the page has loaded, it makes no network request.
  useEffect(() => {
    freeDesk();
    return () => {
      desk.current?.end();
      desk.current = undefined;
    };
  }, [freeDesk]);
  return { opening, open, close };
}
