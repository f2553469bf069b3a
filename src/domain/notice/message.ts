import { maskEmail, maskPhone } from '#domain/identity/mask-target.ts';

/** The subjects of emails and text messages. `other`: a message from before kinds were stored. */
export const MESSAGE_KINDS = [
  'code',
  'security',
  'invitation',
  'company',
  'registration',
  'programs',
  'auction',
  'result',
  'marketplace',
  'settlement',
  'invoice',
  'certificate',
  'retirement',
  'approval',
  'test',
  'other',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * States of a message. `waiting`: no attempt has failed. `failed`: the last attempt failed, or the message expired
 * before it was sent. A failed message may have a next attempt.
 */
export const MESSAGE_STATES = ['sent', 'waiting', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Codes for messages that cannot be sent again. */
export const SEND_AGAIN_REFUSALS = ['message_waits', 'message_text_deleted', 'message_expired'] as const;
export type SendAgainRefusal = (typeof SEND_AGAIN_REFUSALS)[number];

type StoredMessage = {
  readonly state: MessageState;
  readonly hasText: boolean;
  /** When the message becomes useless, ms since 1970; null if never. */
  readonly usefulUntilMs: number | null;
};

/** Returns why a message cannot be sent again; null if it can (docs/rules.md#messages-to-people). */
export function judgeSendAgain(message: StoredMessage, nowMs: number): SendAgainRefusal | null {
  if (message.state === 'waiting') return 'message_waits';
  if (message.usefulUntilMs !== null && message.usefulUntilMs <= nowMs) return 'message_expired';
  return message.hasText ? null : 'message_text_deleted';
}

/** The messages whose last attempt was within the last hour. */
export type HourOfMessages = {
  readonly sent: number;
  readonly failed: number;
  /** The number of different recipients among the failed messages. */
  readonly failedRecipients: number;
};

/** Administrators get a warning from this share of failed messages. */
export const FAILED_SHARE = 0.1;

/** Administrators get a warning from this number of recipients, so one wrong address raises no warning. */
export const FAILED_RECIPIENTS = 2;

/** Returns whether administrators get a warning that messages fail (docs/rules.md#messages-to-people). */
export const areMessagesFailing = ({ sent, failed, failedRecipients }: HourOfMessages): boolean =>
  failedRecipients >= FAILED_RECIPIENTS && failed >= FAILED_SHARE * (sent + failed);

/** The length of a country code with its plus sign. A longer code loses its last digits to the mask. */
const PHONE_CODE_LENGTH = 3;

/** Masks an email address or a phone number with its country code. */
export const maskRecipient = (recipient: string): string =>
  recipient.includes('@')
    ? maskEmail(recipient)
    : maskPhone(recipient.slice(0, PHONE_CODE_LENGTH), recipient.slice(PHONE_CODE_LENGTH));

const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/** Masks the email addresses in a text, such as the answer of a mail server. */
export const maskAddresses = (text: string): string => text.replaceAll(ADDRESS, maskEmail);
