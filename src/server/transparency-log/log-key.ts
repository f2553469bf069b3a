import { keyIdOf, signatureLine, textOfKey, type NoteKey } from '#domain/transparency/note.ts';
import type { X509Certificate } from 'node:crypto';
import { logOriginOf, type ConfiguredAuthority, type ConfiguredWitness } from '#server/platform/config/config-log.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { RecordKey } from '#server/award/record-key.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';

/** The key of this deployment under the name of its log. It signs checkpoints. */
export type LogKey = {
  readonly origin: string;
  /** The public key with its name, as c2sp.org/signed-note specifies. */
  readonly text: string;
  /** Returns the line of the signature on a text. */
  signatureOn(text: string): string;
};

export function openLogKey(origin: string, record: Pick<RecordKey, 'publicKey' | 'sign'>): LogKey {
  const publicKey = new Uint8Array(Buffer.from(record.publicKey, 'base64url'));
  const key: NoteKey = { name: origin, type: 'log', publicKey };
  return {
    origin,
    text: textOfKey(sha256Bytes, key),
    signatureOn: (text) => {
      const bytes = new Uint8Array(Buffer.from(record.sign(text).signature, 'base64url'));
      return signatureLine({ name: origin, keyId: keyIdOf(sha256Bytes, key), bytes });
    },
  };
}

/** The log of this deployment: its key, and the witnesses and time stamp authorities that it asks. */
export type LogParts = {
  readonly key: LogKey;
  readonly witnesses: readonly ConfiguredWitness[];
  /** Seconds between two requests to the witnesses. */
  readonly everySeconds: number;
  readonly timestamps: {
    readonly authorities: readonly ConfiguredAuthority[];
    /** Seconds between two time stamps. */
    readonly everySeconds: number;
    /** Certificates that issued the accepted ones. The default is the list of Node. */
    readonly roots: readonly X509Certificate[] | undefined;
  };
  /** Allows witnesses and time stamp authorities at private addresses and without TLS. */
  readonly mayBePrivate: boolean;
};

/** Returns the log under the name that the configuration gives it. */
export const openLog = (config: Config, publicUrl: string, record: RecordKey): LogParts => ({
  key: openLogKey(logOriginOf(config, publicUrl), record),
  witnesses: config.LOG_WITNESSES,
  everySeconds: config.LOG_WITNESS_SECONDS,
  timestamps: {
    authorities: config.TIMESTAMP_URL,
    everySeconds: config.TIMESTAMP_SECONDS,
    roots: config.TIMESTAMP_ROOTS,
  },
  mayBePrivate: config.LOG_PRIVATE,
});
