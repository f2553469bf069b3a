import { flushCompileCache } from 'node:module';
import { compose, type Composed } from '#server/compose.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#server/demo/cast.ts';
import { demoImages } from '#server/demo/demo-images.ts';
import { prepareDemo, runDemo } from '#server/demo/demo.ts';
import type { DemoStage } from '#server/demo/make-auction.ts';
import { announceFirstAdministrator } from '#server/identity/sign-up/first-administrator-link.ts';
import type { Config } from '#server/platform/config/config.ts';
import { publicEnvironment } from '#server/platform/config/public-environment.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { setFaultReport } from '#server/platform/mail/queue-mails.ts';

function stageOf(config: Config): DemoStage {
  const files = openFiles(config);
  const documents = { files, platform: publicEnvironment(config, []) };
  return { variant: config.VARIANT, images: demoImages(files), documents };
}

function startDemo(database: Database, config: Config, server: Composed, baseUrl: string): { stop(): void } {
  const failed = (error: unknown): void => server.app.log.warn({ err: error }, 'demo failed');
  return runDemo({ db: database.db, baseUrl, stage: stageOf(config), parts: server.parts, failed });
}

function sayWhereAndWho(config: Config): void {
  const home = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const lines = [`Greenlot (${config.VARIANT}) at ${home}`, `API documentation at ${home}/docs`];
  if (config.isDemo) {
    lines.push('', `Demo users (password ${DEMO_PASSWORD}):`);
    for (const { username, does } of DEMO_PEOPLE) lines.push(`  ${username.padEnd(10)} ${does}`);
    lines.push(`One-time codes appear at ${home}/development/outbox`);
  }
  console.log(`\n${lines.join('\n')}\n`);
}

/** A server that listens. */
export type Serving = {
  /** Announces the shutdown, so that no new requests arrive. Ends the demo. */
  announceShutdown(): void;
  /** Ends the server. The caller closes the database. */
  close(): Promise<void>;
};

/**
 * Serves the whole application on a migrated database, and prints where, and who can sign in. The demo is completed
 * while the server already listens.
 */
export async function serve(database: Database, config: Config): Promise<Serving> {
  if (config.isDemo) await prepareDemo(database.db, stageOf(config));
  const server = await compose(database, config, config.isDemo ? DEMO_PEOPLE : []);
  if (config.isProduction)
    setFaultReport((err) => server.app.log.error({ err }, 'owners cannot edit the text of an email'));
  const baseUrl = await server.app.listen({ port: config.PORT, host: config.HOST });
  const demo = config.isDemo ? startDemo(database, config, server, baseUrl) : undefined;
  sayWhereAndWho(config);
  if (!config.isDemo) {
    const told = await announceFirstAdministrator(database, config, server.identity.clock.nowMs());
    if (told !== undefined) console.log(`${told}\n`);
  }
  // With NODE_COMPILE_CACHE, stores compiled code now, in case the process is killed later. This halves the next start.
  flushCompileCache();
  return {
    announceShutdown() {
      demo?.stop();
      server.announceShutdown();
    },
    close: () => server.close(),
  };
}
