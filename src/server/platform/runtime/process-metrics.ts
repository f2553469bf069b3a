/** Metrics of a process, stored once a second with its heartbeat. */
export type ProcessMetrics = {
  readonly isDraining: boolean;
  readonly sockets: number;
  readonly rooms: number;
  /** Number of bidders' requests that wait in rooms. */
  readonly waiting: number;
  /** Delay of timers beyond the requested time, in ms. */
  readonly timerLagMs: number;
  /** This machine's clock minus the database's clock, in ms. */
  readonly clockOffsetMs: number;
  readonly memoryBytes: number;
  /** Processes of earlier releases, which may run at the same time, do not have the fields from here on. */
  readonly version?: string;
  readonly connections?: Connections | undefined;
  /** The number of synchronous standbys of the database; undefined if it is unknown. */
  readonly standbys?: number | undefined;
  readonly files?: FilesCheck | undefined;
  /** How many times an auction's row was locked for longer than the waiting time credited to bids (decision 77). */
  readonly rowsHeld?: number;
  /** How many steps of rooms failed and were repeated: commits of several rooms, wake-ups, reads. */
  readonly retries?: number;
  /** Duration of the previous heartbeat's database call, ms. */
  readonly databaseMs?: number | undefined;
};

/** Whether file storage was reachable at the last check. `triedAtMs` is in ms since 1970, on the database's clock. */
export type FilesCheck = { readonly isReachable: boolean; readonly triedAtMs: number };

/** Numbers of database connections in use (`busy`), of all possible connections (`most`), and of waiting statements. */
export type Connections = { readonly busy: number; readonly most: number; readonly waiting: number };
