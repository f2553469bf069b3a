import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BitString, Integer, ObjectIdentifier, OctetString, PrintableString, Sequence, type BaseBlock } from 'asn1js';
import * as pkijs from 'pkijs';

/** How the authority answers. All but `right` are faults. */
export type AuthorityAnswer =
  | 'right'
  | 'silent'
  | 'away'
  | 'garbage'
  | 'rejected'
  | 'otherImprint'
  | 'otherNonce'
  | 'changedTime'
  | 'foreign'
  | 'otherUse'
  | 'unnamedCertificate';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const DAY_MS = 86_400_000;
const HASH = 'SHA-256';

type Certified = { readonly certificate: pkijs.Certificate; readonly keys: CryptoKeyPair };

const bytesOf = (block: BaseBlock): Uint8Array => new Uint8Array(block.toBER());
const rawOf = ({ certificate }: Certified): Uint8Array => bytesOf(certificate.toSchema());

type CertificateOptions = {
  readonly name: string;
  readonly issuer?: Certified;
  /** The object identifier of the only use. Without it, the certificate may issue others. */
  readonly use?: string;
};

async function makeCertificate({ name, issuer, use }: CertificateOptions): Promise<Certified> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const subject = new pkijs.RelativeDistinguishedNames({
    typesAndValues: [new pkijs.AttributeTypeAndValue({ type: '2.5.4.3', value: new PrintableString({ value: name }) })],
  });
  const time = (days: number) => new pkijs.Time({ type: 0, value: new Date(Date.now() + days * DAY_MS) });
  const extension = (extnID: string, value: BaseBlock) =>
    new pkijs.Extension({ extnID, critical: true, extnValue: bytesOf(value).buffer as ArrayBuffer });
  const certificate = new pkijs.Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: Uint8Array.of(1, ...randomBytes(7)) }),
    subject,
    issuer: issuer?.certificate.subject ?? subject,
    notBefore: time(-1),
    notAfter: time(1),
    extensions: [
      extension(pkijs.id_BasicConstraints, new pkijs.BasicConstraints({ cA: use === undefined }).toSchema()),
      use === undefined
        ? extension(pkijs.id_KeyUsage, new BitString({ valueHex: Uint8Array.of(0x04), unusedBits: 2 }))
        : extension(pkijs.id_ExtKeyUsage, new pkijs.ExtKeyUsage({ keyPurposes: [use] }).toSchema()),
    ],
  });
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(issuer?.keys.privateKey ?? keys.privateKey, HASH);
  return { certificate, keys };
}

/** Returns the signed attributes of a time stamp. */
async function attributesOf(signer: Certified, content: Uint8Array, isNamed: boolean): Promise<pkijs.Attribute[]> {
  const attribute = (type: string, value: BaseBlock) => new pkijs.Attribute({ type, values: [value] });
  const digest = createHash('sha256').update(content).digest();
  const id = new Sequence({
    value: [new OctetString({ valueHex: createHash('sha256').update(rawOf(signer)).digest() })],
  });
  return [
    attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: pkijs.id_eContentType_TSTInfo })),
    attribute('1.2.840.113549.1.9.4', new OctetString({ valueHex: digest })),
    ...(isNamed
      ? [attribute('1.2.840.113549.1.9.16.2.47', new Sequence({ value: [new Sequence({ value: [id] })] }))]
      : []),
  ];
}

/** Returns a time stamp that a certificate signed, as an answer in DER. */
async function stamp(signer: Certified, info: pkijs.TSTInfo, answer: AuthorityAnswer): Promise<Uint8Array> {
  const content = bytesOf(info.toSchema());
  const attributes = await attributesOf(signer, content, answer !== 'unnamedCertificate');
  const signed = new pkijs.SignedData({
    version: 3,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({
      eContentType: pkijs.id_eContentType_TSTInfo,
      eContent: new OctetString({ valueHex: content }),
    }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: signer.certificate.issuer,
          serialNumber: signer.certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
    certificates: [signer.certificate],
  });
  await signed.sign(signer.keys.privateKey, 0, HASH);
  if (answer === 'changedTime') {
    const changed = pkijs.TSTInfo.fromBER(content.buffer as ArrayBuffer);
    changed.genTime = new Date(changed.genTime.getTime() - 3_600_000);
    signed.encapContentInfo.eContent = new OctetString({ valueHex: bytesOf(changed.toSchema()) });
  }
  const token = new pkijs.ContentInfo({
    contentType: pkijs.id_ContentType_SignedData,
    content: signed.toSchema(true),
  });
  return bytesOf(
    new pkijs.TimeStampResp({
      status: new pkijs.PKIStatusInfo({ status: pkijs.PKIStatus.granted }),
      timeStampToken: token,
    }).toSchema(),
  );
}

const REJECTED = bytesOf(
  new pkijs.TimeStampResp({ status: new pkijs.PKIStatusInfo({ status: pkijs.PKIStatus.rejection }) }).toSchema(),
);

/** Returns what the authority says about a request. */
function infoOf(request: pkijs.TimeStampReq, answer: AuthorityAnswer): pkijs.TSTInfo {
  const { messageImprint, nonce } = request;
  const other = new pkijs.MessageImprint({
    hashAlgorithm: messageImprint.hashAlgorithm,
    hashedMessage: new OctetString({ valueHex: randomBytes(32) }),
  });
  const given = answer === 'otherNonce' ? new Integer({ valueHex: Uint8Array.of(0x41, ...randomBytes(7)) }) : nonce;
  return new pkijs.TSTInfo({
    version: 1,
    policy: '1.3.6.1.4.1.99999.1',
    messageImprint: answer === 'otherImprint' ? other : messageImprint,
    serialNumber: new Integer({ valueHex: Uint8Array.of(1, ...randomBytes(7)) }),
    genTime: new Date(),
    ...(given && { nonce: given }),
  });
}

/** A time stamp authority (RFC 3161). Tests choose how it answers. */
export type TimestampAuthority = {
  readonly url: string;
  /** Its name for a deployment: the host. */
  readonly name: string;
  /** The certificate that issued the authority's own, in PEM. */
  readonly root: string;
  /** The SHA-256 fingerprint of the authority's own certificate. */
  readonly fingerprint: string;
  /** The times of the requests. */
  readonly requests: readonly Date[];
  /** Chooses the following answers, and ends requests that wait. */
  readonly answer: (how: AuthorityAnswer) => void;
  readonly end: () => void;
};

export async function startTimestampAuthority(): Promise<TimestampAuthority> {
  const use = '1.3.6.1.5.5.7.3.8';
  const [root, foreignRoot] = [
    await makeCertificate({ name: 'Root' }),
    await makeCertificate({ name: 'Foreign root' }),
  ];
  const signer = await makeCertificate({ name: 'Time stamps', issuer: root, use });
  const foreign = await makeCertificate({ name: 'Time stamps', issuer: foreignRoot, use });
  const otherUse = await makeCertificate({ name: 'Web server', issuer: root, use: '1.3.6.1.5.5.7.3.1' });
  const signers: Partial<Record<AuthorityAnswer, Certified>> = { foreign, otherUse };
  const requests: Date[] = [];
  let how: AuthorityAnswer = 'right';
  const server = createServer((request, reply) => {
    const given = how;
    requests.push(new Date());
    const respond = async (): Promise<Uint8Array> => {
      const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
      if (given === 'garbage') return randomBytes(500);
      if (given === 'rejected' || request.headers['content-type'] !== 'application/timestamp-query') return REJECTED;
      return stamp(signers[given] ?? signer, infoOf(pkijs.TimeStampReq.fromBER(body), given), given);
    };
    if (given === 'silent') return;
    if (given === 'away') return void request.socket.destroy();
    void respond().then(
      (bytes) => reply.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(bytes),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const name = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${name}/tsr`,
    name,
    root: new X509Certificate(rawOf(root)).toString(),
    fingerprint: new X509Certificate(rawOf(signer)).fingerprint256,
    requests,
    answer: (next) => {
      how = next;
      server.closeAllConnections();
    },
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
