import { X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { readKey, type NoteKey } from '#domain/transparency/note.ts';
import { onOff } from '#server/platform/config/config-values.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';

/** A witness that this deployment asks to sign the checkpoints of its log. */
export type ConfiguredWitness = {
  /** Address below which `add-checkpoint` is, without a final slash. */
  readonly url: string;
  readonly key: NoteKey;
  /** The key as it was configured. */
  readonly text: string;
};

/** Reads one witness: its address and its public key, separated by a space. */
function readWitness(text: string): ConfiguredWitness | undefined {
  const [url = '', keyText = '', ...more] = text.trim().split(/\s+/);
  const key = readKey(sha256Bytes, keyText);
  const isRight = URL.canParse(url) && /^https?:/.test(url) && key?.type === 'witness' && more.length === 0;
  return isRight ? { url: url.replace(/\/$/, ''), key, text: keyText } : undefined;
}

const witnessList = z
  .string()
  .transform((list, { addIssue }): readonly ConfiguredWitness[] => {
    const texts = list.split(',').filter((one) => one.trim() !== '');
    const found = texts.map((one) => readWitness(one)).filter((one) => one !== undefined);
    const isUnique = new Set(found.map(({ text }) => text)).size === texts.length;
    if (!isUnique) addIssue({ code: 'custom', message: 'not a list of witnesses' });
    return found;
  })
  .describe(
    'addresses with public keys, such as https://witness.example witness.example+1a2b3c4d+BE…, separated by commas',
  );

/** An authority that this deployment asks for time stamps of its log's checkpoints (RFC 3161). */
export type ConfiguredAuthority = {
  readonly url: string;
  /** The host. It names the authority. */
  readonly name: string;
};

const authorityList = z
  .string()
  .transform((list, { addIssue }): readonly ConfiguredAuthority[] => {
    const urls = list.split(',').map((one) => one.trim());
    const found = urls.filter((url) => URL.canParse(url) && /^https?:/.test(url));
    const authorities = found.map((url) => ({ url, name: new URL(url).host }));
    const isUnique = new Set(authorities.map(({ name }) => name)).size === urls.length;
    if (!isUnique) addIssue({ code: 'custom', message: 'not a list of addresses on different hosts' });
    return authorities;
  })
  .describe('addresses of time stamp authorities, such as http://timestamp.example, separated by commas');

const certificates = z
  .string()
  .transform((text, { addIssue }): readonly X509Certificate[] => {
    try {
      return readCertificates(text);
    } catch {
      addIssue({ code: 'custom', message: 'not a list of certificates' });
      return [];
    }
  })
  .describe('certificates in PEM');

/**
 * Reads certificates in PEM.
 *
 * @throws Error if there is none, or one is malformed
 */
export function readCertificates(text: string): X509Certificate[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new Error('no certificate');
  return found.map((one) => new X509Certificate(one));
}

/** Settings of the log of the heads of all auctions (decision 134). */
export const logSettings = {
  /**
   * Name of the log in its checkpoints. The default is the host of PUBLIC_URL with `/log`. After the restore of an older
   * backup, a new name begins a new history for the witnesses.
   */
  LOG_ORIGIN: z
    .string()
    .regex(/^[^\s+]{1,200}$/)
    .optional()
    .describe('a name without spaces and plus signs, such as auctions.example/log'),
  /** Witnesses that are asked to sign checkpoints, each with its address and its public key. */
  LOG_WITNESSES: witnessList.default([]),
  /** Seconds between two requests to the witnesses. */
  LOG_WITNESS_SECONDS: z.coerce.number().min(1).max(3_600).default(5).describe('a number from 1 to 3600, such as 5'),
  /** Authorities that are asked for time stamps of checkpoints (decision 140). */
  TIMESTAMP_URL: authorityList.default([]),
  /** Seconds between two time stamps. After the closing of an auction, one is requested at once. */
  TIMESTAMP_SECONDS: z.coerce.number().min(1).max(86_400).default(60).describe('a number from 1 to 86400, such as 60'),
  /** Certificates whose time stamps are accepted, or that issued the accepted ones. The default is the list of Node. */
  TIMESTAMP_ROOTS: certificates.optional(),
  /** Allows witnesses and time stamp authorities at private addresses and without TLS, for tests and closed networks. */
  LOG_PRIVATE: onOff.default(false),
};

type LogSettings = z.output<z.ZodObject<typeof logSettings>>;

/** Returns the name of the deployment's log: the address of its files without `https://`. */
export const logOriginOf = ({ LOG_ORIGIN }: Pick<LogSettings, 'LOG_ORIGIN'>, publicUrl: string): string =>
  LOG_ORIGIN ?? `${publicUrl.replace(/^https?:\/\//, '')}/log`;
