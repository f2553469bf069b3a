import * as z from 'zod';
import { onOff, postgresUrl } from '#server/platform/config/config-values.ts';
import { readDatabaseHosts } from '#server/platform/database/database-hosts.ts';

export const databaseSettings = {
  DATABASE_URL: postgresUrl,
  /**
   * URL for the role that owns the tables, if it is not the application's own role. Migrations run as the owner. In the
   * audit trail, the role of DATABASE_URL may then only read and add rows.
   */
  DATABASE_OWNER_URL: postgresUrl,
  DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('a number from 2 to 200, such as 10'),
  /** Accepts nothing while the primary has no synchronous standby (decision 99). */
  REQUIRE_STANDBY: onOff.default(false),
  /** A replica that serves calls that only read, if it is up to date (decision 101). */
  DATABASE_REPLICA_URL: postgresUrl,
  /** The maximum time in ms that a read waits for the replica. Then the primary serves it. */
  REPLICA_WAIT_MS: z.coerce.number().int().min(0).max(5_000).default(100).describe('a number of ms from 0 to 5000'),
};

const settings = z.object(databaseSettings);

/** Returns what is missing for the settings of the database to work together. */
export function databaseFaults(values: z.output<typeof settings>): string[] {
  const faults: string[] = [];
  const isEmbedded = values.DATABASE_URL === undefined;
  if (isEmbedded && values.DATABASE_OWNER_URL !== undefined)
    faults.push(
      'DATABASE_OWNER_URL requires a DATABASE_URL with another role: the embedded database has only one role',
    );
  if (isEmbedded && values.REQUIRE_STANDBY)
    faults.push('REQUIRE_STANDBY requires a DATABASE_URL: the embedded database has no standby');
  if (isEmbedded && values.DATABASE_REPLICA_URL !== undefined)
    faults.push('DATABASE_REPLICA_URL requires a DATABASE_URL: the embedded database has no replica');
  if (values.DATABASE_REPLICA_URL !== undefined && readDatabaseHosts(values.DATABASE_REPLICA_URL).urls.length > 1)
    faults.push('DATABASE_REPLICA_URL names several hosts: name one, or a proxy before them');
  return faults;
}
