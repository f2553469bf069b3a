import { createHash, X509Certificate } from 'node:crypto';
import { Integer, ObjectIdentifier, OctetString, Sequence, type BaseBlock } from 'asn1js';
import {
  AlgorithmIdentifier,
  id_eContentType_TSTInfo,
  id_sha256,
  id_sha384,
  id_sha512,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
  type SignerInfo,
} from 'pkijs';
import type { TimestampFaultKind } from '#domain/transparency/log-proof.ts';
import { sha256Bytes } from '#server/platform/runtime/sha256.ts';

/** Object identifiers that the library has no names for. */
const OF = {
  contentType: '1.2.840.113549.1.9.3',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

/** The accepted certificates. A certificate that one of these issued is accepted, too. */
export type TimestampTrust = {
  readonly certificates: readonly X509Certificate[];
  /** SHA-256 of certificates, as `X509Certificate.fingerprint256` writes it. */
  readonly fingerprints?: readonly string[];
};

export type CheckedTimestamp = {
  /** The time that the authority signed. */
  readonly at: string;
  /** The subject of the authority's certificate, in one line. */
  readonly signer: string;
};

const bytesOf = (block: BaseBlock): Uint8Array => new Uint8Array(block.toBER());
const imprintOf = (text: string): Uint8Array => sha256Bytes(new TextEncoder().encode(text));

/** Returns a request for a time stamp of a text (RFC 3161). The nonce must be a positive integer in DER. */
export function timestampRequest(text: string, nonce: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: id_sha256 }),
      hashedMessage: new OctetString({ valueHex: imprintOf(text) }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  });
  return bytesOf(request.toSchema());
}

type Expected = {
  /** The text that was sent. */
  readonly text: string;
  /** The nonce of the request. Only the sender knows it. */
  readonly nonce?: Uint8Array;
  readonly trust: TimestampTrust;
};

/**
 * Checks the answer of a time stamp authority (RFC 3161): its status, the hash of the text, the nonce, the signature, and
 * the chain of certificates at the time of the stamp. Returns the first fault.
 */
export async function checkTimestamp(
  response: Uint8Array,
  { text, nonce, trust }: Expected,
): Promise<CheckedTimestamp | TimestampFaultKind> {
  const read = readResponse(response);
  if (typeof read === 'string') return read;
  const { signed, signer, info } = read;
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const isSameImprint = Buffer.from(imprintOf(text)).equals(hashedMessage.valueBlock.valueHexView);
  if (hashAlgorithm.algorithmId !== id_sha256 || !isSameImprint) return 'wrongImprint';
  const answered = info.nonce?.valueBlock.valueHexView ?? new Uint8Array();
  if (nonce && !Buffer.from(nonce).equals(answered)) return 'wrongNonce';
  const certificate = await findSigner(signed, text);
  if (!certificate || !namesCertificate(signer, certificate)) return 'wrongSignature';
  const isForTime = certificate.keyUsage?.join() === OF.timeStamping;
  if (!isForTime || !isTrusted(certificate, embeddedIn(signed), { trust, at: info.genTime })) return 'untrusted';
  return { at: info.genTime.toISOString(), signer: certificate.subject.replaceAll('\n', ', ') };
}

type ReadResponse = { readonly signed: SignedData; readonly signer: SignerInfo; readonly info: TSTInfo };

/** Reads an answer that has one signature over a time stamp. */
function readResponse(response: Uint8Array): ReadResponse | 'malformed' | 'rejected' {
  try {
    const { status, timeStampToken } = TimeStampResp.fromBER(Buffer.from(response));
    if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods) return 'rejected';
    const signed = new SignedData({ schema: timeStampToken?.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    const [signer, ...more] = signed.signerInfos;
    if (eContentType !== id_eContentType_TSTInfo || !eContent || !signer || more.length > 0) return 'malformed';
    return { signed, signer, info: TSTInfo.fromBER(eContent.getValue()) };
  } catch {
    return 'malformed';
  }
}

/** Returns the certificate in the answer whose key signed it. Returns undefined if the signature is wrong. */
async function findSigner(signed: SignedData, text: string): Promise<X509Certificate | undefined> {
  try {
    const { signatureVerified, signerCertificate } = await signed.verify({
      signer: 0,
      data: new TextEncoder().encode(text).buffer,
      extendedMode: true,
    });
    return signatureVerified && signerCertificate
      ? new X509Certificate(bytesOf(signerCertificate.toSchema()))
      : undefined;
  } catch {
    return undefined;
  }
}

const HASHES: Readonly<Record<string, string>> = {
  [id_sha256]: 'sha256',
  [id_sha384]: 'sha384',
  [id_sha512]: 'sha512',
};

/**
 * Returns whether the signed attributes say that a time stamp was signed, and name the certificate by its hash (RFC 5816).
 * Otherwise another certificate of the same key could take its place. The older name by a weak hash is not enough.
 */
function namesCertificate({ signedAttrs }: SignerInfo, certificate: X509Certificate): boolean {
  const attributes = signedAttrs?.attributes ?? [];
  const valueOf = (type: string): unknown => attributes.find((one) => one.type === type)?.values[0];
  const type = valueOf(OF.contentType);
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== id_eContentType_TSTInfo) return false;
  const first = partsOf(partsOf(valueOf(OF.signingCertificateV2))[0])[0];
  const parts = partsOf(first);
  const [algorithm] = partsOf(parts[0]);
  const given = algorithm instanceof ObjectIdentifier ? HASHES[algorithm.getValue()] : 'sha256';
  const hash = parts.find((part) => part instanceof OctetString);
  if (given === undefined || !(hash instanceof OctetString)) return false;
  return createHash(given).update(certificate.raw).digest().equals(hash.valueBlock.valueHexView);
}

const partsOf = (block: unknown): readonly unknown[] => (block instanceof Sequence ? block.valueBlock.value : []);

/** Limits of the search for a chain, so that certificates that issued each other cannot keep it busy. */
const EMBEDDED_MAX = 8;
const CHAIN_MAX = 5;

const embeddedIn = ({ certificates = [] }: SignedData): X509Certificate[] =>
  certificates.slice(0, EMBEDDED_MAX).flatMap((one) => {
    try {
      return [new X509Certificate(bytesOf(one.toSchema()))];
    } catch {
      return [];
    }
  });

/** Returns whether a chain of certificates leads from one to a trusted one. All must be valid at the time. */
function isTrusted(
  certificate: X509Certificate,
  embedded: readonly X509Certificate[],
  { trust, at }: { readonly trust: TimestampTrust; readonly at: Date },
): boolean {
  const trusted = new Set([...trust.certificates.map((one) => one.fingerprint256), ...(trust.fingerprints ?? [])]);
  const issuers = [...trust.certificates, ...embedded].filter(({ ca }) => ca);
  const leads = (one: X509Certificate, steps: number): boolean => {
    if (new Date(one.validFrom) > at || new Date(one.validTo) < at) return false;
    if (trusted.has(one.fingerprint256)) return true;
    return (
      steps > 0 &&
      issuers.some((issuer) => one.checkIssued(issuer) && one.verify(issuer.publicKey) && leads(issuer, steps - 1))
    );
  };
  return leads(certificate, CHAIN_MAX);
}
