import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { grantRights, roleOf } from '#server/platform/database/grant-rights.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { checkDatabase } from '#server/platform/database/check-database.ts';

/**
 * Migrates the database to the newest schema. If `ownerUrl` is set, the owner's role migrates and then grants the
 * application's role its rights. Otherwise the application's role migrates.
 */
export async function prepareDatabase(database: Database, ownerUrl: string | undefined): Promise<void> {
  if (ownerUrl === undefined) {
    await migrate(database);
    return;
  }
  const owner = await openDatabase({ url: ownerUrl, connections: 1 });
  try {
    await checkDatabase(owner, 'DATABASE_OWNER_URL');
    await migrate(owner);
    await grantRights(owner, await roleOf(database));
  } finally {
    await owner.close();
  }
}
