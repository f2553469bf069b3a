/** What a process says of itself, once a second. */
export type ProcessFigures = {
  readonly isDraining: boolean;
  readonly sockets: number;
  readonly rooms: number;
  /** Requests of bidders that wait in rooms. */
  readonly waiting: number;
  /** How much later than asked for timers come, and how far this machine's clock is from the database's, ms. */
  readonly timerLagMs: number;
  readonly clockOffsetMs: number;
  readonly memoryBytes: number;
  /** What follows isn't said by processes of earlier releases, which may run beside this one. */
  readonly version?: string;
  readonly connections?: Connections | undefined;
  readonly files?: FilesFound | undefined;
  /** How often bids waited for an auction's row for longer than they are given back (decision 60). */
  readonly rowsHeld?: number;
  /** How often a step of a room failed and was repeated: a commit of several rooms, a wake-up, a read. */
  readonly retries?: number;
  /** How long the database took for the sign of life before this one. */
  readonly databaseMs?: number | undefined;
};

/** Whether files could be kept when that was last tried, ms since 1970 by the database's clock. */
export type FilesFound = { readonly isReachable: boolean; readonly triedAtMs: number };

/** Connections that are used, how many there may be, and statements that wait for one. */
export type Connections = { readonly busy: number; readonly most: number; readonly waiting: number };
