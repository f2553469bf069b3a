import { consumptionOf, judgeConsumption, type Consumption } from '#domain/claim/consumption.ts';
import type { Refusal } from '#domain/basics/result.ts';
import type { ErrorCode } from '#contract/errors/errors.ts';
import { rowsOfText } from '#web/document/table-file.ts';

/** A row that cannot be used, counted from 1, with its reason. */
export type WrongRow = { readonly row: number; readonly refusal: Refusal<ErrorCode> };

/** Reads pasted rows: comma, semicolon or tab between the cells, and quotes around cells that contain them. */
export async function readRows(
  text: string,
): Promise<{ readonly lines: readonly Consumption[]; readonly wrong: readonly WrongRow[] }> {
  const lines = consumptionOf(await rowsOfText(text));
  const wrong = lines.flatMap((line, at) => {
    const found = judgeConsumption(line);
    return found ? [{ row: at + 1, refusal: found.refusal }] : [];
  });
  return { lines, wrong };
}
