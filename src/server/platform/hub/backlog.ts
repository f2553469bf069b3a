/** Messages, and bytes, kept for a reliable reader that hasn't acknowledged them. */
export const BACKLOG_MESSAGES_MAX = 1_000;
const BACKLOG_BYTES_MAX = 2_000_000;

type Kept = { readonly sequenceId: number; readonly tail: Buffer };

/** What a reliable reader was sent and hasn't acknowledged. Bounded: the oldest go first, and with them the way back. */
export type Backlog = { kept: Kept[]; bytes: number; lastId: number; acknowledgedId: number; droppedId: number };

export const createBacklog = (): Backlog => ({ kept: [], bytes: 0, lastId: 0, acknowledgedId: 0, droppedId: 0 });

/** Takes a message in and gives its number. */
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

/** The reader has everything up to this number; a number that was never sent counts as the last one. */
export function acknowledge(backlog: Backlog, sequenceId: number): void {
  backlog.acknowledgedId = Math.max(backlog.acknowledgedId, Math.min(sequenceId, backlog.lastId));
  for (let first = backlog.kept[0]; first && first.sequenceId <= backlog.acknowledgedId; first = backlog.kept[0]) {
    dropFirst(backlog);
  }
}

/** True where nothing is lost that the reader may lack. */
export const isWhole = (backlog: Backlog): boolean => backlog.droppedId <= backlog.acknowledgedId;

function dropFirst(backlog: Backlog): number | undefined {
  const dropped = backlog.kept.shift();
  backlog.bytes -= dropped?.tail.length ?? 0;
  return dropped?.sequenceId;
}
