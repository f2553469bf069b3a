import type { ReactNode } from 'react';
import type { FileContent } from '#contract/template.ts';
import type { OfficeAnswers, OfficeKind, OfficeQuestion, OfficeReply } from '#web/document/office-file.ts';
import { errorOfAnswer } from '#web/platform/calls/api-error.ts';
import { reach } from '#web/platform/calls/api.ts';
import { NotShown } from '#web/document/not-shown.tsx';
import type { ReaderProps } from '#web/document/rich-text.tsx';

/** A component that shows a loaded file in the viewer of its type. */
type OpenedFile = (props: ReaderProps) => ReactNode;
type Opens = (file: Blob, name: string, signal: AbortSignal) => Promise<OpenedFile>;

const broken: OpenedFile = ({ onShown }) => <NotShown reason="reading.broken" onShown={onShown} />;

/**
 * Opens a file of each type. The viewer's code is loaded with the first such file. No well-maintained library exists
 * for the missing types (decision 32).
 */
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

/** Returns whether a file can be shown in the browser. Other files can only be downloaded. */
export const isShown = ({ fileType }: FileContent): boolean => OPENERS[fileType] !== undefined;

/** Loads a file and returns the component that shows it. A file that cannot be read shows a notice. */
export async function openFile({ url, fileName, fileType }: FileContent, signal: AbortSignal): Promise<OpenedFile> {
  const answer = await reach(url, { signal });
  if (!answer.ok) throw errorOfAnswer(answer.status, await answer.json().catch(() => undefined));
  return (await OPENERS[fileType]?.(await answer.blob(), fileName, signal)) ?? broken;
}

const WAIT_MS = 30_000;

/** Reads an office file in a worker. Resolves to undefined if that fails or takes too long. */
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
    // The rule is for windows, which have an origin. This is our own worker.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}
