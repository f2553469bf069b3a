import type { ReactNode } from 'react';
import type { FileContent } from '#contract/template.ts';
import type { OfficeAnswers, OfficeKind, OfficeQuestion, OfficeReply } from '#web/document/office-file.ts';
import { errorOfAnswer } from '#web/platform/calls/api-error.ts';
import { reach } from '#web/platform/calls/api.ts';
import { NotShown } from '#web/document/not-shown.tsx';
import type { ReaderProps } from '#web/document/rich-text.tsx';

/** A file that was loaded together with what shows its kind. */
type OpenedFile = (props: ReaderProps) => ReactNode;
type Opens = (file: Blob, name: string, signal: AbortSignal) => Promise<OpenedFile>;

const broken: OpenedFile = ({ onShown }) => <NotShown reason="reading.broken" onShown={onShown} />;

/** What shows each kind is loaded with the first file of it; what isn't here has no library that is kept (decision 32). */
const OPENERS: Partial<Record<FileContent['fileType'], Opens>> = {
  pdf: async (file, name) => {
    const { PdfReader } = await import('#web/document/pdf-reader.tsx');
    return ({ onShown }) => <PdfReader {...{ file, name, onShown }} />;
  },
  docx: async (file, _name, signal) => {
    const [{ RichText }, html] = await Promise.all([
      import('#web/document/rich-text.tsx'),
      readOffice('docx', file, signal),
    ]);
    return html === undefined ? broken : (props) => <RichText html={html} {...props} />;
  },
  xlsx: async (file, _name, signal) => {
    const [{ SheetReader }, sheets] = await Promise.all([
      import('#web/document/sheet-reader.tsx'),
      readOffice('xlsx', file, signal),
    ]);
    return sheets === undefined ? broken : ({ onShown }) => <SheetReader {...{ sheets, onShown }} />;
  },
};

export const isShown = ({ fileType }: FileContent): boolean => OPENERS[fileType] !== undefined;

export async function openFile({ url, fileName, fileType }: FileContent, signal: AbortSignal): Promise<OpenedFile> {
  const answer = await reach(url, { signal });
  if (!answer.ok) throw errorOfAnswer(answer.status, await answer.json().catch(() => undefined));
  return (await OPENERS[fileType]?.(await answer.blob(), fileName, signal)) ?? broken;
}

const WAIT_MS = 30_000;

/** What an office file says, read in a thread of its own; undefined where it can't be read, or not in a fair time. */
function readOffice<Kind extends OfficeKind>(
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
