/** Maximum number of messages that are kept for a reliable reader until the reader acknowledges them. */
export const BACKLOG_MESSAGES_MAX = 1_000;
/** Maximum number of bytes of these messages. */
const BACKLOG_BYTES_MAX = 2_000_000;

type Kept = { readonly sequenceId: number; readonly tail: Buffer };

/**
 * Messages that a reliable reader has not acknowledged. If there are too many, the oldest are dropped. A reader that
 * lacks a dropped message cannot resume.
 */
export type Backlog = { kept: Kept[]; bytes: number; lastId: number; acknowledgedId: number; droppedId: number };

export const createBacklog = (): Backlog => ({ kept: [], bytes: 0, lastId: 0, acknowledgedId: 0, droppedId: 0 });

/** Adds a message and returns its sequence number. */
export function keepMessage(backlog: Backlog, tail: Buffer): number {
  const sequenceId = backlog.lastId + 1;
  backlog.lastId = sequenceId;
  backlog.kept.push({ sequenceId, tail });
  backlog.bytes += tail.length;
  while (backlog.kept.length > BACKLOG_MESSAGES_MAX || backlog.bytes > BACKLOG_BYTES_MAX) {
    backlog.droppedId = dropFirst(backlog) ?? backlog.droppedId;
  }
  return sequenceId;
}

/**
 * Records that the reader has all messages up to `sequenceId`. A number higher than the last one sent counts as the
 * last one sent.
 */
export function acknowledge(backlog: Backlog, sequenceId: number): void {
  backlog.acknowledgedId = Math.max(backlog.acknowledgedId, Math.min(sequenceId, backlog.lastId));
  for (let first = backlog.kept[0]; first && first.sequenceId <= backlog.acknowledgedId; first = backlog.kept[0]) {
    dropFirst(backlog);
  }
}

/** Returns whether the backlog still has every message that the reader may lack. */
export const isWhole = (backlog: Backlog): boolean => backlog.droppedId <= backlog.acknowledgedId;

function dropFirst(backlog: Backlog): number | undefined {
  const dropped = backlog.kept.shift();
  backlog.bytes -= dropped?.tail.length ?? 0;
  return dropped?.sequenceId;
}
