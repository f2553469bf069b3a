import {
  getMessageHealth,
  listMessagesSent,
  sendMessageAgain,
  sendTestMessage,
  type ListedMessage,
} from '#contract/message.ts';
import { areMessagesFailing, judgeSendAgain } from '#domain/notice/message.ts';
import { messageTextOperations } from '#server/health/message-text-operations.ts';
import type { Brand } from '#server/platform/config/brand.ts';
import type { Config } from '#server/platform/config/config.ts';
import { longPageOf } from '#server/platform/database/page.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import {
  countLastHour,
  lockMessage,
  pageOfMessages,
  requeueMessage,
  type MessageRow,
} from '#server/platform/mail/message-list.ts';
import { queueMails } from '#server/platform/mail/queue-mails.ts';

const refusalOf = ({ state, hasText, usefulUntil }: MessageRow, nowMs: number) =>
  judgeSendAgain({ state, hasText, usefulUntilMs: usefulUntil?.getTime() ?? null }, nowMs);

function present(row: MessageRow, nowMs: number): ListedMessage {
  const { hasText: _text, usefulUntil: _until, createdAt, attemptedAt, sentAt, nextAttemptAt, ...shown } = row;
  return {
    ...shown,
    createdAt: createdAt.toISOString(),
    attemptedAt: attemptedAt?.toISOString() ?? null,
    sentAt: sentAt?.toISOString() ?? null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    sendAgainRefusal: refusalOf(row, nowMs),
  };
}

/** Operations by which administrators see which messages fail, and send messages again (decision 123). */
export const messageOperations = ({
  SMTP_URL,
  SMS_URL,
  brand,
  publicUrl,
}: Pick<Config, 'SMTP_URL' | 'SMS_URL'> & { readonly brand: Brand; readonly publicUrl: string }): Operation[] => [
  ...messageTextOperations({ brand, publicUrl }),

  operation(listMessagesSent, async ({ db, query, nowMs }) => {
    const { rows, count } = await pageOfMessages(db, query);
    return longPageOf(
      rows.map((row) => present(row, nowMs)),
      count,
      query,
    );
  }),

  operation(getMessageHealth, async ({ db }) => {
    const hour = await countLastHour(db);
    const isSetUp = { email: SMTP_URL !== undefined, sms: SMS_URL !== undefined };
    return { ...hour, isFailing: areMessagesFailing(hour), isSetUp };
  }),

  operation(sendMessageAgain, async ({ db, params, nowMs }) => {
    const before = await lockMessage(db, params.id);
    if (!before) throw new Refused('not_found');
    const refusal = refusalOf(before, nowMs);
    if (refusal) throw new Refused(refusal);
    const after = await requeueMessage(db, params.id);
    if (!after) throw new Refused('not_found');
    return present(after, nowMs);
  }),

  operation(sendTestMessage, async ({ db, caller, language }) => {
    if (caller.email === '') throw new Refused('own_email_missing');
    await queueMails(db, 'test', [
      {
        recipient: caller.email,
        language,
        write: (_, { words }) => ({
          subject: words('message.testSubject', { brand: brand.name }),
          body: words('message.testBody', { brand: brand.name, username: caller.username }),
        }),
      },
    ]);
    return {};
  }),
];
