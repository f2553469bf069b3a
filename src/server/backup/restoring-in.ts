import { openCopying, type CopyingSource } from '#server/backup/copying.ts';
import type { Restoring } from '#server/backup/restore-backup.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';

/** How a restore works on this database, which nothing else has open: each step with a connection of its own. */
export const restoringIn = (source: CopyingSource): Pick<Restoring, 'open' | 'migrate'> => ({
  open: () => openCopying(source),
  async migrate(upTo) {
    const database = await openDatabase('url' in source ? { ...source, connections: 1 } : source);
    try {
      await migrate(database, upTo && { upTo });
    } finally {
      await database.close();
    }
  },
});
