/** The URL parameter with the year of a claims report. Without it, the report is about the last complete year. */
export type YearSearch = { year?: number };

const [EARLIEST, LATEST] = [2_000, 2_100];

/** Reads the year from the address. */
export function yearSearch(raw: Record<string, unknown>): YearSearch {
  const year = Number(raw.year);
  return Number.isInteger(year) && year >= EARLIEST && year <= LATEST ? { year } : {};
}
