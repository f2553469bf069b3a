/** One row of a document that is to be placed on a page. */
export type Row = {
  readonly height: number;
  /** Whether the next row must be on the same page as this row. A heading is never the last row on a page. */
  readonly keepsNext: boolean;
  /** The heading of this row's table. It is repeated above this row if this row is the first on a page. */
  readonly heading?: { readonly height: number };
};

export type Page<R extends Row> = { readonly isContinued: boolean; readonly rows: readonly R[] };

/**
 * Distributes rows to pages of the given height. Rows that must stay together get a page of their own if they are
 * higher than a page.
 */
export function paginate<R extends Row>(rows: readonly R[], height: number): Page<R>[] {
  const pages: Page<R>[] = [];
  let taken: R[] = [];
  let left = height;
  let isContinued = false;
  for (const group of groupsOf(rows)) {
    const needed = group.reduce((sum, row) => sum + row.height, 0);
    if (needed > left && taken.length > 0) {
      pages.push({ isContinued, rows: taken });
      const heading = group[0]?.heading;
      [taken, left, isContinued] = [[], height - (heading?.height ?? 0), heading !== undefined];
    }
    taken.push(...group);
    left -= needed;
  }
  return [...pages, { isContinued, rows: taken }];
}

/** Groups rows that must stay together. */
function* groupsOf<R extends Row>(rows: readonly R[]): Generator<R[]> {
  let group: R[] = [];
  for (const row of rows) {
    group.push(row);
    if (row.keepsNext) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
