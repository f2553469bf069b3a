import { judgeBytes } from '#domain/basics/file-limit.ts';
import { TEMPLATE_FILE_LIMIT, wrongTemplateType, type FileVerdict } from '#domain/template/template-file.ts';
import { COMPOUND_BEGINNING, readCompoundFile } from '#server/template/read-compound-file.ts';
import { readOfficePackage } from '#server/template/read-office-package.ts';
import { readPdf } from '#server/template/read-pdf.ts';
type Reader = (bytes: Buffer) => FileVerdict | Promise<FileVerdict>;

/** Files are known by how they begin, from their very first byte: what they call themselves says nothing. */
const READERS: readonly (readonly [beginning: Buffer, read: Reader])[] = [
  [Buffer.from('%PDF-'), readPdf],
  [COMPOUND_BEGINNING, readCompoundFile],
  [Buffer.from('PK\u0003\u0004'), readOfficePackage],
];

/** Judges an uploaded file by its content: which of the accepted types it is, or why it isn't accepted. */
export async function readTemplateFile(bytes: Buffer): Promise<FileVerdict> {
  const tooLarge = judgeBytes(TEMPLATE_FILE_LIMIT, bytes.length);
  if (tooLarge) return tooLarge;
  const reader = READERS.find(([beginning]) => bytes.subarray(0, beginning.length).equals(beginning));
  return reader ? reader[1](bytes) : wrongTemplateType;
}
