import type { Send } from '#server/platform/mail/mail.ts';

type SmsConfig = {
  SMS_URL?: string | undefined;
  SMS_ACCOUNT?: string | undefined;
  SMS_TOKEN?: string | undefined;
  SMS_FROM?: string | undefined;
};

const TIMEOUT_MS = 15_000;

/** Sends by a gateway of Twilio's shape: a form {To, From, Body} with basic authentication. Undefined where none is configured. */
export function createTexter(config: SmsConfig, timeoutMs = TIMEOUT_MS): Send | undefined {
  const { SMS_URL, SMS_ACCOUNT = '', SMS_TOKEN = '', SMS_FROM = '' } = config;
  if (!SMS_URL) return undefined;
  const url = `${SMS_URL.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(SMS_ACCOUNT)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${SMS_ACCOUNT}:${SMS_TOKEN}`).toString('base64')}`;
  return async ({ recipient, body }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: recipient, From: SMS_FROM, Body: body }),
      signal: AbortSignal.timeout(timeoutMs),
      // Another address isn't what was configured, and gets neither the message nor the password.
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`SMS gateway answered ${answer.status}`);
  };
}
