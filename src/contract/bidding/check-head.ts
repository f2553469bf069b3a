import { signedHeadText, type SignedHead } from '#domain/record/receipt.ts';

/** The members of a room's message by which a page checks the history. */
export type WatchedMessage = {
  readonly kind: 'snapshot' | 'delta';
  readonly isOtherHistory?: true | undefined;
  readonly signedHead?: SignedHead | undefined;
  readonly chain?: { readonly from: number; readonly links: readonly string[] } | undefined;
};

/**
 * Findings about a history. Their texts are phrases, `historyProof.<kind>`. `unsigned`: the server did not sign the
 * history. `otherKey`: it signed with another key than before. `removed`: the history has fewer lines than before.
 * `changed`: it does not continue the one that the page knows.
 */
const HISTORY_PROOFS = ['unsigned', 'otherKey', 'removed', 'changed'] as const;
export type HistoryProof = (typeof HISTORY_PROOFS)[number];

/**
 * The result of comparing a message with the last checked head. `extends`: the history only grew. `repeated`: nothing
 * new. `ask`: the proof is missing, so the page asks for it. All others are proof against the server (`HISTORY_PROOFS`).
 */
export type HeadCheck =
  | { readonly is: 'extends'; readonly head: SignedHead; readonly isSigned: boolean | undefined }
  | { readonly is: 'repeated' | 'ask' }
  | { readonly is: HistoryProof; readonly got: SignedHead };

/** Checks the head of a message against the last checked one. `known` is undefined for the first message. */
export async function checkHead(
  known: SignedHead | undefined,
  { kind, isOtherHistory, signedHead: got, chain }: WatchedMessage,
  subtle: SubtleCrypto,
): Promise<HeadCheck> {
  if (!got || got.seq === null) return { is: 'repeated' };
  if (isSameHead(known, got)) return { is: 'repeated' };
  const isSigned = await isSignedHead(got, subtle);
  if (isSigned === false) return { is: 'unsigned', got };
  if (known && got.publicKey !== known.publicKey) return { is: 'otherKey', got };
  if (!known || known.seq === null) return { is: 'extends', head: got, isSigned };
  // The frames of an earlier moment may follow a newer answer. A snapshot is always newer than what the page knows.
  if (got.seq < known.seq) return kind === 'snapshot' || isOtherHistory ? { is: 'removed', got } : { is: 'repeated' };
  if (got.seq === known.seq || isOtherHistory) return { is: 'changed', got };
  if (!chain || chain.from > known.seq) return { is: 'ask' };
  const links = chain.links.slice(known.seq - chain.from);
  if (links.length !== got.seq - known.seq) return { is: 'changed', got };
  let hash = known.hash;
  for (const link of links) hash = await sha256(`${hash}\n${link}`, subtle);
  return hash === got.hash ? { is: 'extends', head: got, isSigned } : { is: 'changed', got };
}

const isSameHead = (known: SignedHead | undefined, got: SignedHead): boolean =>
  known?.seq === got.seq && known?.hash === got.hash && known?.publicKey === got.publicKey;

const utf8 = (text: string) => new TextEncoder().encode(text);

async function sha256(text: string, subtle: SubtleCrypto): Promise<string> {
  const bytes = new Uint8Array(await subtle.digest('SHA-256', utf8(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns whether the key in the head signed it; undefined if this browser does not know the algorithm. */
async function isSignedHead(head: SignedHead, subtle: SubtleCrypto): Promise<boolean | undefined> {
  let key: CryptoKey;
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: head.publicKey };
    key = await subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? undefined : false;
  }
  try {
    const text = utf8(signedHeadText(head));
    return await subtle.verify({ name: 'Ed25519' }, key, bytesOf(head.signature), text);
  } catch {
    return false;
  }
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
