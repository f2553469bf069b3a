import type { ClaimsReportLine } from '#contract/claim/claims-report.ts';
import type { Language } from '#domain/basics/language.ts';
import type { ExportColumn } from '#server/platform/export/export.ts';
import { wordsIn } from '#server/platform/http/words.ts';

export type ClaimColumns = ExportColumn<ClaimsReportLine>[];

type Stated<Value> = (line: ClaimsReportLine) => Value | null | undefined;

/** Returns a function that makes a column of a text that may be unknown. `raw` is the value for programs, if it differs. */
export const statedColumn =
  (language: Language) =>
  (
    key: string,
    heading: string,
    text: Stated<string>,
    raw: Stated<string | readonly string[]> = text,
  ): ExportColumn<ClaimsReportLine> => ({
    key,
    heading,
    value: (line) => text(line) || wordsIn(language)('claim.unknown'),
    raw: (line) => raw(line) ?? null,
  });
