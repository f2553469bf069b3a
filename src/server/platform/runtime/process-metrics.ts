/** Metrics of a process, stored once a second with its heartbeat. */
export type ProcessMetrics = {
  readonly isDraining: boolean;
  readonly sockets: number;
  readonly rooms: number;
  /** Bidders' requests that wait in rooms. */
  readonly waiting: number;
  /** Delay of timers beyond the requested time, and this machine's clock minus the database's; both in ms. */
  readonly timerLagMs: number;
  readonly clockOffsetMs: number;
  readonly memoryBytes: number;
  /** Processes of earlier releases, which may run beside this one, lack the fields from here on. */
  readonly version?: string;
  readonly connections?: Connections | undefined;
  readonly files?: FilesCheck | undefined;
  /** How often bids waited for an auction's row longer than is credited to them (decision 77). */
  readonly rowsHeld?: number;
  /** How often a step of a room failed and was repeated: a commit of several rooms, a wake-up, a read. */
  readonly retries?: number;
  /** Duration of the previous heartbeat's database call, ms. */
  readonly databaseMs?: number | undefined;
};

/** Whether file storage was reachable at the last check. Time in ms since 1970, on the database's clock. */
export type FilesCheck = { readonly isReachable: boolean; readonly triedAtMs: number };

/** Connections in use, their maximum, and statements that wait for one. */
export type Connections = { readonly busy: number; readonly most: number; readonly waiting: number };
