import type { Send } from '#server/platform/mail/mail.ts';

type SmsConfig = {
  SMS_URL?: string | undefined;
  SMS_ACCOUNT?: string | undefined;
  SMS_TOKEN?: string | undefined;
  SMS_FROM?: string | undefined;
};

const TIMEOUT_MS = 15_000;

/** Returns a sender for a Twilio-compatible gateway (form, basic authentication); undefined if none is configured. */
export function createSmsSender(config: SmsConfig, timeoutMs = TIMEOUT_MS): Send | undefined {
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
      // A redirect would send the message and the password to an address that was not configured.
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`);
  };
}
