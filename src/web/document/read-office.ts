import type { OfficeAnswers, OfficeKind, OfficeQuestion, OfficeReply } from '#web/document/office-file.ts';

const WAIT_MS = 30_000;

/** What an office file says, read in a thread of its own; undefined where it can't be read, or not in a fair time. */
export function readOffice<Kind extends OfficeKind>(
  kind: Kind,
  file: Blob,
  signal: AbortSignal,
): Promise<OfficeAnswers[Kind] | undefined> {
  const worker = new Worker(new URL('./office-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<OfficeAnswers[Kind] | undefined>((give, fail) => {
    const timer = setTimeout(() => give(undefined), WAIT_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<OfficeReply>) => {
      clearTimeout(timer);
      give('answer' in data ? (data.answer as OfficeAnswers[Kind]) : undefined);
    });
    worker.addEventListener('error', () => give(undefined));
    signal.addEventListener('abort', () => fail(signal.reason));
    const question: OfficeQuestion = { kind, file };
    // Windows have an origin to name; this is a thread of our own.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}
