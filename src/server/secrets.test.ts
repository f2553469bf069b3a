import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freshDatabase } from '#testing/world/database.ts';
import { freePort } from '#testing/world/free-port.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SECRETS = {
  SECRET_KEY: 'the-secret-key-of-this-deployment-0001',
  SECRET_KEY_BEFORE: 'the-secret-key-before-this-one-000001',
  SMTP_URL: 'smtp://mailer:the-mail-password-1@127.0.0.1:1',
  SMS_TOKEN: 'the-sms-token-1',
};
const TYPED = 'What-I-typed-99';

it('prints nothing secret: settings, passwords, tokens, whatever fails (ASVS 14.2.4, 16.2.5)', async () => {
  // Uses PostgreSQL if this run has it: creating an embedded database takes longer than the rest of the test.
  const { database, url } = await freshDatabase();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const settings = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'trace',
    DEMO: 'off',
    PORT: String(port),
    DATABASE_URL: url,
    PUBLIC_URL: base,
  };
  const env = { PATH: process.env['PATH'], ...settings, ...SECRETS, SMS_URL: 'http://127.0.0.1:1' };
  const child = spawn(process.execPath, ['src/server/main.ts'], { cwd: ROOT, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
  try {
    await expect
      .poll(
        () =>
          fetch(`${base}/health/ready`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 90_000 },
      )
      .toBe(true);
    const ask = (form: Record<string, string>) =>
      fetch(`${base}/connect/token`, {
        method: 'POST',
        headers: { 'x-device-fingerprint': 'd' },
        body: new URLSearchParams({ client_id: 'greenlot-web', ...form }),
      });
    await ask({ grant_type: 'password', username: 'admin', password: TYPED });
    await ask({ grant_type: 'password', username: 'a\0', password: TYPED });
    await ask({ grant_type: 'refresh_token', refresh_token: TYPED });
    await fetch(`${base}/auction-api/profile`, { headers: { authorization: `Bearer ${TYPED}` } });
    await fetch(`${base}/client/hubs/Auction?access_token=${TYPED}`);
    const json = { method: 'POST', headers: { 'content-type': 'application/json', 'x-device-fingerprint': 'd' } };
    await fetch(`${base}/api/auth/reset-password`, { ...json, body: `{"Password":"${TYPED}"` });
    const body = JSON.stringify({ Email: 'someone@example.com', NotificationMethod: 'email' });
    expect((await fetch(`${base}/api/auth/forgot-password`, { ...json, body })).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => void child.on('exit', resolve));
    await database.close();
  }
  expect(printed).toContain(base);
  for (const secret of [...Object.values(SECRETS), 'the-mail-password-1', TYPED]) expect(printed).not.toContain(secret);
});
