import type { HistoryLine } from '#domain/bidding/history.ts';
import type { ReceiptLine, ReceiptsFile } from '#domain/record/receipt.ts';
import type { RecordedLine } from '#domain/record/record.ts';

/**
 * Findings about a line that the operator signed. The texts are phrases, `receiptProof.<kind>`.
 *
 * `dropped`: the record does not have the line. `replaced`: it has another line with this number. `moved`, `redated` and
 * `edited`: it has the line with another number, time, or figures. `earlier` and `later`: it has the line, but a line
 * before or after it is another one. `contradicted`: its line with this hash never had the figures that were signed.
 */
export const RECEIPT_PROOFS = [
  'dropped',
  'replaced',
  'moved',
  'redated',
  'edited',
  'earlier',
  'later',
  'contradicted',
] as const;

type SignedLine = Omit<ReceiptLine, 'path'>;

/** A line that the operator signed and the record does not have as signed. `found` is the line in its place. */
export type MissingLine = {
  readonly why: (typeof RECEIPT_PROOFS)[number];
  readonly line: SignedLine;
  readonly found: HistoryLine | null;
};

type Missing = { readonly count: number; readonly missing: readonly MissingLine[] };

/** Looks up the lines of a genuine file of receipts in a record. `count` is the number of lines, without repetitions. */
export function findMissing(file: ReceiptsFile, recorded: readonly RecordedLine[]): Missing {
  const lines = new Map<string, HistoryLine>();
  for (const { line, hash } of recorded) lines.set(hash, line);
  const known = new Set<string>();
  const missing: MissingLine[] = [];
  for (const line of file.lines) {
    if (known.has(line.hash)) continue;
    known.add(line.hash);
    const found = lines.get(line.hash);
    const head = file.heads[line.head];
    if (!found) missing.push({ line, ...whereIs(line, recorded) });
    else if (!isSameLine(found, line)) missing.push({ why: 'contradicted', line, found });
    else if (!head || !lines.has(head.hash)) missing.push({ why: 'later', line, found });
  }
  return { count: known.size, missing };
}

/** Says where a line is now whose hash is not in the record. */
function whereIs(line: SignedLine, recorded: readonly RecordedLine[]): Pick<MissingLine, 'why' | 'found'> {
  const { seq } = line;
  const ofBid = recorded.flatMap(({ line: one }) =>
    one.kind === line.kind && one.bidId === line.bidId && one.itemId === line.itemId ? [one] : [],
  );
  // Nobody can say whose line it is without the id of a bid, so only a complete copy of the line counts.
  const found = bestOf(
    line,
    line.bidId === null ? ofBid.filter((one) => isSameLine(one, { ...line, seq: null })) : ofBid,
  );
  if (!found) {
    const other = seq === null ? undefined : recorded[seq - 1]?.line;
    return other ? { why: 'replaced', found: other } : { why: 'dropped', found: null };
  }
  if (!hasSameFigures(found, line)) return { why: 'edited', found };
  if (seq !== null && found.seq !== seq) return { why: 'moved', found };
  return { why: found.at === line.at ? 'earlier' : 'redated', found };
}

/** Returns the line that shares most with the signed one. It has its figures, or at least its number or time. */
function bestOf(line: SignedLine, ofBid: readonly HistoryLine[]): HistoryLine | undefined {
  const likeness = (one: HistoryLine): number =>
    (hasSameFigures(one, line) ? 4 : 0) + (one.at === line.at ? 2 : 0) + (one.seq === line.seq ? 1 : 0);
  const [best] = ofBid.toSorted((one, other) => likeness(other) - likeness(one));
  return best && likeness(best) > 0 ? best : undefined;
}

const FIGURES = ['priceCents', 'quantity', 'allowsPartial', 'minimumAcceptable'] as const;
const FIELDS = ['kind', 'at', 'bidId', 'itemId', ...FIGURES] as const;

const hasSameFigures = (found: HistoryLine, line: SignedLine): boolean =>
  FIGURES.every((field) => found[field] === line[field]);

const isSameLine = (found: HistoryLine, line: SignedLine): boolean =>
  FIELDS.every((field) => found[field] === line[field]) && (line.seq ?? found.seq) === found.seq;
