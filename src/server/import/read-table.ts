import { refuse } from '#domain/basics/accept.ts';
import { judgeBytes } from '#domain/basics/file-limit.ts';
import type { Refusal } from '#domain/basics/result.ts';
import { IMPORT_LIMIT, TABLE_REFUSALS, type TableRefusal } from '#domain/import/import-table.ts';
import { readCsv, type ReadTable } from '#server/import/read-csv.ts';
import { readWorkbook } from '#server/import/read-workbook.ts';
import { readTemplateFile } from '#server/template/read-template-file.ts';

/** First bytes of zip archives, of older office files, and of PDFs. A CSV file begins with none of them. */
const BEGINNINGS = [Buffer.from('PK\u0003\u0004'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('%PDF-')];

const WRONG_TYPE: Refusal<TableRefusal> = { code: 'file_type_must_be', params: { types: '.csv, .xlsx' } };

/** Reads the rows of a CSV or XLSX file. The content decides the type. Takes up to a second, so it runs in a thread. */
export async function readTable(bytes: Buffer): Promise<ReadTable> {
  const tooLarge = judgeBytes(IMPORT_LIMIT, bytes.length);
  if (tooLarge) return refuse(tooLarge);
  if (!BEGINNINGS.some((one) => bytes.subarray(0, one.length).equals(one))) return readCsv(bytes);
  const verdict = await readTemplateFile(bytes);
  if (verdict === 'xlsx') return readWorkbook(bytes).catch(() => refuse({ code: 'file_unreadable' as const }));
  const code = typeof verdict === 'string' ? undefined : TABLE_REFUSALS.find((one) => one === verdict.code);
  return refuse(code && code !== 'file_type_must_be' ? { code } : WRONG_TYPE);
}
