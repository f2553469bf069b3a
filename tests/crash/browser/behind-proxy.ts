import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { freePort } from '#testing/world/free-port.ts';
import { mailServer } from '#testing/stand-ins/mail-server.ts';
import { readMail } from '#testing/readers/read-mail.ts';
import { startProxy } from '#testing/stand-ins/proxy.ts';
import { startServer } from '#testing/world/server-process.ts';
import { copyTemplate } from '#testing/world/template.ts';
import { temporaryFolder } from '#testing/world/temporary-folder.ts';
import { createWorld, test as story, type World } from '../../e2e/world.ts';
import { startFleet, type Fleet } from '../fleet.ts';

export { expect } from '@playwright/test';

export const PROCESSES = [0, 1];

/** The processes, and the emails that arrived at the mail server of the processes. */
export type Behind = { readonly fleet: Fleet; readonly mails: readonly string[]; readonly world: World };

/**
 * A test whose server is nginx with the operators' example configuration. Behind nginx, two processes use one
 * PostgreSQL.
 */
export const test = story.extend<object, { behind: Behind; variant: string }>({
  variant: ['TNBX', { scope: 'worker', option: true }],
  behind: [
    async ({ variant }, use) => {
      const url = await copyTemplate(process.env['E2E_DATABASE'] ?? '');
      const ports = await Promise.all(PROCESSES.map(() => freePort()));
      const [proxy, files, post] = [await startProxy(ports), await temporaryFolder('files'), await mailServer(0)];
      const settings = {
        VARIANT: variant,
        FLAG_MARKETPLACE: 'on',
        DATABASE_URL: url,
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: '127.0.0.1',
        DRAIN_SECONDS: '1',
        GREENLOT_DATA: files.path,
        SMTP_URL: post.smtpUrl(),
      };
      const start = (index: number) => startServer({ ...settings, PORT: String(ports[index]) });
      const fleet = await startFleet(start, ports.length, proxy.url);
      const database = await openDatabase({ url });
      const world = await createWorld(database, url, { baseUrl: proxy.url });
      const codeTo = (recipient: string) => codeIn(post.mails, database, recipient);
      const codeFor = (username: string) => codeTo(`${username}@`);
      await use({ fleet, mails: post.mails, world: { ...world, codeFor, codeTo } });
      await database.close();
      story.expect(fleet.endedAlone()).toEqual([]);
      await fleet.end();
      await Promise.all([proxy.stop(), post.close(), files.remove()]);
    },
    { scope: 'worker' },
  ],
  world: [async ({ behind }, use) => use(behind.world), { scope: 'worker' }],
});

const CODE_WITHIN_MS = 60_000;

/**
 * Returns the one-time code of the newest email to an address that starts with `recipient`. No other place has the code
 * in plain text.
 */
async function codeIn(mails: readonly string[], { db }: Database, recipient: string): Promise<string> {
  for (const untilMs = Date.now() + CODE_WITHIN_MS; Date.now() < untilMs; await pause(100)) {
    const mail = mails.map(readMail).findLast(({ to }) => to.startsWith(recipient));
    const code = /\b\d{6}\b/.exec(mail?.body ?? '')?.[0];
    if (code) return code;
  }
  const { rows } = await sql`
    select created_at, attempts, next_attempt_at, sent_at, last_error from outbox
    where recipient like ${`${recipient}%`}`.execute(db);
  throw new Error(`no code was emailed to ${recipient}: ${JSON.stringify(rows)}`);
}
