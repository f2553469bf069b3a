/** One line of a document on its way to a page. */
export type Row = {
  readonly height: number;
  /** Never the last one of a page: a heading stays with what it is above. */
  readonly keepsNext: boolean;
  /** Stands again above this row where it comes first on a page: the headings of its table. */
  readonly heading?: { readonly height: number };
};

export type Page<R extends Row> = { readonly isContinued: boolean; readonly rows: readonly R[] };

/** Gives every row its page, none higher than `height`. What is higher than a page has one of its own. */
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

/** Rows that must not be parted. */
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
