import type { AuctionId } from '#domain/basics/ids.ts';
import type { HistoryLine } from '#domain/bidding/history.ts';
import {
  leafOf,
  signedHeadText,
  treeOf,
  type Receipt,
  type ReceiptLine,
  type SignedHead,
} from '#domain/record/receipt.ts';
import { sha256 } from '#server/platform/runtime/sha256.ts';
import { type RoomState } from '#server/room/room-state.ts';
import type { RoomAnswer, RoomRows } from '#server/room/store/room-store.ts';

/** Signs a text with the deployment's key (`loadRecordKey`). */
export type SignText = (text: string) => Pick<SignedHead, 'publicKey' | 'signature'>;

/** An answer with the lines that its request added, and their hashes. */
export type AnsweredLines = { readonly answer: RoomAnswer; readonly lines: readonly StoredLine[] };
export type StoredLine = { readonly line: HistoryLine; readonly hash: string };

/** The receipts of answers. An answer without lines has none. */
export type Receipts = ReadonlyMap<RoomAnswer, Receipt>;

type Signing = { readonly sign: SignText; readonly nowMs: number };

/**
 * Signs the lines that a batch added to a room, with one signature (decision 133). Each request with sealed bids gets
 * a signature of its own: a shared one would tell a bidder that a rival bid at the same moment.
 */
export function signReceipts(state: RoomState, answered: readonly AnsweredLines[], signing: Signing): Receipts {
  if (state.settings.salt === null) return new Map();
  const written = answered.filter(({ lines }) => lines.length > 0);
  const isSealed = isSealedIn(state);
  const sealed = written.filter(({ lines }) => lines.some(isSealed));
  const open = written.filter(({ lines }) => !lines.some(isSealed));
  return new Map([
    ...sealed.flatMap((one) => [...signAnswer(state, one, signing)]),
    ...(open.length === 0 ? [] : signTogether(state, open, signing)),
  ]);
}

const isSealedIn =
  ({ times }: RoomState) =>
  ({ line }: StoredLine): boolean =>
    line.bidId !== null && Date.parse(line.at) < times.startsAtMs;

/** Signs the lines of one answer alone. */
function signAnswer(state: RoomState, { answer, lines }: AnsweredLines, signing: Signing): Receipts {
  const receipt = signOwn(state.settings.auctionId, { lines, isSealed: lines.some(isSealedIn(state)) }, signing);
  return new Map(receipt ? [[answer, receipt]] : []);
}

/** Returns a receipt of lines of one bidder that are signed alone. The last line is the head. Sealed lines have no numbers. */
export function signOwn(
  auctionId: AuctionId,
  { lines, isSealed }: { readonly lines: readonly StoredLine[]; readonly isSealed: boolean },
  { sign, nowMs }: Signing,
): Receipt | undefined {
  const last = lines.at(-1);
  if (!last) return undefined;
  const told = lines.map((one) => receiptLine(one, isSealed));
  const { root, pathOf } = treeOf(
    told.map((line) => leafOf(line, sha256)),
    sha256,
  );
  const seq = isSealed ? null : last.line.seq;
  // A sealed receipt has the time of its own line, because the answer has no other time either.
  const time = isSealed ? last.line.at : new Date(nowMs).toISOString();
  const head = signHead({ auctionId, seq, hash: last.hash, time, root }, sign);
  return { head, lines: told.map((line, index) => ({ ...line, path: pathOf(index) })) };
}

/** Signs the lines of all answers of a commit together. The room's newest line is the head. */
function signTogether(state: RoomState, answered: readonly AnsweredLines[], { sign, nowMs }: Signing): Receipts {
  const told = answered.flatMap(({ lines }) => lines.map((one) => receiptLine(one, false)));
  const { root, pathOf } = treeOf(
    told.map((line) => leafOf(line, sha256)),
    sha256,
  );
  const { version: seq, lastHash: hash } = state;
  const time = new Date(nowMs).toISOString();
  const head = signHead({ auctionId: state.settings.auctionId, seq, hash, time, root }, sign);
  state.signedHead = head;
  let from = 0;
  return new Map(
    answered.map(({ answer, lines: { length } }) => {
      const start = from;
      from += length;
      const lines = told.slice(start, from).map((line, index) => ({ ...line, path: pathOf(start + index) }));
      return [answer, { head, lines }];
    }),
  );
}

/** Signs a head. */
export const signHead = (head: Omit<SignedHead, 'publicKey' | 'signature'>, sign: SignText): SignedHead => ({
  ...head,
  ...sign(signedHeadText(head)),
});

/** Returns a line as receipts have it, without its path. A sealed line has no number. */
export const receiptLine = ({ line, hash }: StoredLine, isSealed: boolean): Omit<ReceiptLine, 'path'> => ({
  seq: isSealed ? null : line.seq,
  hash,
  kind: line.kind,
  at: line.at,
  bidId: line.bidId,
  itemId: line.itemId,
  priceCents: line.priceCents,
  quantity: line.quantity,
  allowsPartial: line.allowsPartial,
  minimumAcceptable: line.minimumAcceptable,
});

/** Signs the stored lines of a repeated call's first answer again. Lines that are missing now give no receipt. */
export async function signRepeated(
  rows: RoomRows,
  state: RoomState,
  answer: RoomAnswer,
  signing: Signing,
): Promise<Receipts> {
  if (state.settings.salt === null || !answer.lines) return new Map();
  const [from, to] = answer.lines;
  const lines = await rows.lines(state.settings.auctionId, from - 1, to);
  return signAnswer(state, { answer, lines }, signing);
}
