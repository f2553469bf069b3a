import { isSameBytes, joinBytes, type Sha256 } from '#domain/transparency/merkle.ts';

/** Cryptography for signed notes. Node and the browser each bring their own implementation. */
export type NoteCrypto = {
  readonly sha256: Sha256;
  /** Whether an Ed25519 key signed a message. False for an invalid key or signature. */
  readonly isSigned: (
    message: Uint8Array,
    key: { readonly publicKey: Uint8Array; readonly signature: Uint8Array },
  ) => boolean;
};

/** Kinds of Ed25519 signatures on a note: of the log itself, and timestamped ones of witnesses. */
export const SIGNATURE_TYPES = { log: 0x01, witness: 0x04 } as const;
export type SignatureType = keyof typeof SIGNATURE_TYPES;

/** A public key with its name, as c2sp.org/signed-note writes it. */
export type NoteKey = {
  readonly name: string;
  readonly type: SignatureType;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
};

/** The maximum number of signatures that are read from a note. */
const SIGNATURES_MAX = 32;

export const bytesOfText = (text: string): Uint8Array => new TextEncoder().encode(text);
export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Decodes standard base64 with padding. Returns undefined for any other text. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** Returns whether a text can be the name of a key: not empty, without spaces, control characters and plus signs. */
export const isKeyName = (name: string): boolean => /^[^\s\p{C}+]+$/u.test(name);

/** Returns the first four bytes of the key's hash, by which signatures name it. */
export const keyIdOf = (sha256: Sha256, { name, type, publicKey }: NoteKey): Uint8Array =>
  sha256(joinBytes([bytesOfText(`${name}\n`), Uint8Array.of(SIGNATURE_TYPES[type]), publicKey])).slice(0, 4);

/** Identifies a line that holds a time stamp. c2sp.org/signed-note leaves 0xff to types that it does not know. */
const TIMESTAMP_TYPE = [0xff, ...new TextEncoder().encode('RFC 3161')];

/** Returns the id in the line of a time stamp. The name is that of the authority; its key is in the time stamp. */
export const timestampIdOf = (sha256: Sha256, name: string): Uint8Array =>
  sha256(joinBytes([bytesOfText(`${name}\n`), Uint8Array.from(TIMESTAMP_TYPE)])).slice(0, 4);

/** Returns a key in the form `name+id+key` (a verifier key, “vkey”). */
export const textOfKey = (sha256: Sha256, key: NoteKey): string =>
  `${key.name}+${hexOf(keyIdOf(sha256, key))}+${base64Of(joinBytes([Uint8Array.of(SIGNATURE_TYPES[key.type]), key.publicKey]))}`;

/** Reads a verifier key. Returns undefined if it is malformed, of another kind, or its id is not that of the key. */
export function readKey(sha256: Sha256, text: string): NoteKey | undefined {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text.trim()) ?? [];
  const bytes = bytesOfBase64(encoded);
  const type = (['log', 'witness'] as const).find((one) => SIGNATURE_TYPES[one] === bytes?.[0]);
  if (!bytes || !type || bytes.length !== 33 || !isKeyName(name)) return undefined;
  const key: NoteKey = { name, type, publicKey: bytes.slice(1) };
  return hexOf(keyIdOf(sha256, key)) === id ? key : undefined;
}

/** A line of a signature: the name, the id of the key, and what the key signed with. */
export type NoteSignature = { readonly name: string; readonly keyId: Uint8Array; readonly bytes: Uint8Array };
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] };

export const signatureLine = ({ name, keyId, bytes }: NoteSignature): string =>
  `— ${name} ${base64Of(joinBytes([keyId, bytes]))}\n`;

/** Reads the lines of signatures. Returns undefined if a line is malformed. */
export function readSignatures(text: string): NoteSignature[] | undefined {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length > SIGNATURES_MAX) return undefined;
  const read = lines.map((line): NoteSignature | undefined => {
    const [, name = '', encoded = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
    const bytes = bytesOfBase64(encoded);
    return bytes && bytes.length > 4 && isKeyName(name)
      ? { name, keyId: bytes.slice(0, 4), bytes: bytes.slice(4) }
      : undefined;
  });
  const found = read.filter((one) => one !== undefined);
  return found.length === read.length ? found : undefined;
}

/** Reads a signed note. Returns undefined if it is malformed or has no signature. */
export function readNote(note: string): Note | undefined {
  // The format allows no control character except the line feed.
  if (/[^\P{Cc}\n]/u.test(note)) return undefined;
  const end = note.lastIndexOf('\n\n');
  const signatures = end < 0 ? undefined : readSignatures(note.slice(end + 2));
  return signatures && signatures.length > 0 ? { text: note.slice(0, end + 1), signatures } : undefined;
}

export const textOfNote = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map((one) => signatureLine(one)).join('')}`;

const TIMESTAMP_BYTES = 8;

/** Returns the message that a witness signs (c2sp.org/tlog-cosignature). `seconds` are counted since 1970. */
export const cosignedMessage = (text: string, seconds: number): Uint8Array =>
  bytesOfText(`cosignature/v1\ntime ${seconds}\n${text}`);

/** Returns the bytes of a cosignature: the time and the signature. */
export function cosignatureBytes(seconds: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(TIMESTAMP_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return joinBytes([time, signature]);
}

/** The result of checking the signature of one key on a note. A witness states the time, in seconds since 1970. */
export type Checked = 'missing' | 'wrong' | { readonly seconds: number | null };

/** Checks the signature of a key on a note. A note with a wrong signature of a known key must not be trusted. */
export function checkSignature({ sha256, isSigned }: NoteCrypto, { text, signatures }: Note, key: NoteKey): Checked {
  const keyId = keyIdOf(sha256, key);
  const own = signatures.filter((one) => one.name === key.name && isSameBytes(one.keyId, keyId));
  const checked = own.map(({ bytes }): Checked => {
    if (key.type === 'log')
      return isSigned(bytesOfText(text), { publicKey: key.publicKey, signature: bytes }) ? { seconds: null } : 'wrong';
    if (bytes.length <= TIMESTAMP_BYTES) return 'wrong';
    const seconds = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
    const signature = bytes.slice(TIMESTAMP_BYTES);
    const isRight = seconds > 0 && isSigned(cosignedMessage(text, seconds), { publicKey: key.publicKey, signature });
    return isRight ? { seconds } : 'wrong';
  });
  return checked.includes('wrong') ? 'wrong' : (checked[0] ?? 'missing');
}
