import { useCallback, useEffect, useRef, useState } from 'react';
import type { FaultyRecord, WholeRecord } from '#web/record/opened-record.ts';
import { startRecordDesk, type RecordDesk } from '#web/record/record-desk.ts';

/** How far a chosen file has come. */
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

export function useOpenedRecord() {
  const [opening, setOpening] = useState<Opening>(NONE);
  const desk = useRef<RecordDesk>(undefined);
  const isReading = useRef(false);
  /** The thread that waits, or a new one for one that still computes what nobody wants any more. */
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
  // The thread is there before the file is: once the page stands, it asks the network for nothing.
  useEffect(() => {
    freeDesk();
    return () => {
      desk.current?.end();
      desk.current = undefined;
    };
  }, [freeDesk]);
  return { opening, open, close };
}
