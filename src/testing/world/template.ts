import { randomUUID } from 'node:crypto';
import { openDatabase } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startPostgres } from '#testing/world/postgres.ts';

const TEMPLATE = 'greenlot_template';

export type Template = {
  /**
   * Address of the databases of this server, with `{database}` as placeholder for the name. It is plain text, so that
   * it can be passed to other processes.
   */
  readonly urlOf: string;
  stop(): Promise<void>;
};

/**
 * Starts a temporary PostgreSQL with a migrated template database. Copying the template is faster than migrating each
 * database. By default the files are in memory, because waiting for the disk took most of the tests' time.
 */
export async function startTemplate({ isInMemory = true } = {}): Promise<Template> {
  const postgres = await startPostgres({ isInMemory });
  const urlOf = postgres.url('{database}');
  await runIn(urlOf, 'postgres', `create database ${TEMPLATE}`);
  const template = await openDatabase({ url: postgres.url(TEMPLATE) });
  await migrate(template);
  await template.close();
  return { urlOf, stop: () => postgres.stop() };
}

/** Creates a migrated database that only the caller uses. Returns its address. */
export async function copyTemplate(urlOf: string): Promise<string> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`;
  await runIn(urlOf, 'postgres', `create database ${name} template ${TEMPLATE}`);
  return urlOf.replace('{database}', name);
}

/** Creates an empty database. Returns its address. */
export async function createEmpty(urlOf: string): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await runIn(urlOf, 'postgres', `create database ${name}`);
  return urlOf.replace('{database}', name);
}

/**
 * Creates an empty database and two roles: one owns the database (`ownerUrl`), and one is for the application (`url`).
 * Neither role gets further rights. Returns the addresses for both roles.
 */
export async function createOwned(urlOf: string): Promise<{ url: string; ownerUrl: string }> {
  const url = new URL(await createEmpty(urlOf));
  const [name, owner, own] = [
    url.pathname.slice(1),
    `owner_${url.pathname.slice(-12)}`,
    `own_${url.pathname.slice(-12)}`,
  ];
  await runIn(
    urlOf,
    'postgres',
    `create role ${owner} login password 'own'; create role ${own} login password 'own'; alter database ${name} owner to ${owner}`,
  );
  const as = (username: string): string => Object.assign(new URL(url), { username, password: 'own' }).href;
  return { url: as(own), ownerUrl: as(owner) };
}

async function runIn(urlOf: string, name: string, script: string): Promise<void> {
  const database = await openDatabase({ url: urlOf.replace('{database}', name), connections: 1 });
  await database.exec(script);
  await database.close();
}
