import type { BodyOf } from '#contract/basics/route.ts';
import type { registerCertificateFile } from '#contract/certificate/certificate-file.ts';
import { FILE_BYTES_MAX, readFileLines, type FileKind } from '#domain/certificate/certificate-file.ts';
import { rowsOfText, textOfFile } from '#web/document/table-file.ts';
import { ApiError } from '#web/platform/calls/api-error.ts';

/** A file that was read: what is sent to the server, and what the preview needs. */
export type ReadFile = {
  readonly name: string;
  readonly body: BodyOf<typeof registerCertificateFile>;
  /** The row of each line in the file; the headings are row 1. */
  readonly rows: readonly number[];
  /** Headings of columns that are not used. */
  readonly ignored: readonly string[];
};

/**
 * Reads a CSV or XLSX file with plants or certificates.
 * @throws ApiError if the file is too large, cannot be read, or lacks columns or lines
 */
export async function readCertificateFile(kind: FileKind, file: File): Promise<ReadFile> {
  if (file.size > FILE_BYTES_MAX) throw new ApiError('file_too_large', { params: { megabytes: 1 } });
  const text = await textOfFile(file, new AbortController().signal);
  const table = text === undefined ? undefined : await rowsOfText(text).catch(() => undefined);
  if (!table) throw new ApiError('registry_file_unreadable', {});
  const read = readFileLines(kind, table);
  if (!read.ok) throw new ApiError(read.refused.code, { params: read.refused.params });
  const { lines, rows, ignored } = read.value;
  return { name: file.name, body: { devices: [], lots: [], [kind]: [...lines] }, rows, ignored };
}
