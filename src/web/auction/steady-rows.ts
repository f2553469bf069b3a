/**
 * Rows that keep their places while a list changes under the reader's eyes: known ones stay where they are with their
 * new state, new ones come last, and one that no longer belongs here stays if `mayLinger` (an auction that just ended
 * should not vanish under the pointer). Paging, searching or coming back shows the server's own order.
 */
export function steadyRows<Row extends { id: string }>(
  before: readonly Row[],
  after: readonly Row[],
  mayLinger: (row: Row) => boolean,
): Row[] {
  const fresh = new Map(after.map((row) => [row.id, row]));
  const kept = before.flatMap((row) => {
    const now = fresh.get(row.id);
    return now ? [now] : mayLinger(row) ? [row] : [];
  });
  const known = new Set(before.map((row) => row.id));
  return [...kept, ...after.filter((row) => !known.has(row.id))];
}
