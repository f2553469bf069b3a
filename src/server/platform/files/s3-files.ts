import { Readable } from 'node:stream';
import { fileNameOf, type FileStore } from '#server/platform/files/files.ts';
import { FilesUnavailable } from '#server/platform/files/files-unavailable.ts';

/** A bucket, and our credentials there. */
export type S3Place = {
  /** `https://host[:port]`; the bucket is the first part of the path, which every S3 service understands. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  /**
   * Without these keys, the library looks for credentials in its usual places: the role of the machine or of the pod,
   * and `AWS_*` variables.
   */
  readonly keys?: { readonly accessKey: string; readonly secretKey: string } | undefined;
};

/** Limits of a request: ms without data, and the number of attempts. */
export type S3Patience = { readonly answerMs: number; readonly tries: number };
const S3_PATIENCE: S3Patience = { answerMs: 10_000, tries: 3 };
/** Minimum speed of an upload, in bytes per ms. A slower connection counts as broken. */
const BYTES_PER_MS_MIN = 500;

/**
 * Stores files in a bucket of any S3-compatible service, which all processes of a deployment share. S3 guarantees that
 * an object exists as a whole or not at all.
 * @throws FilesUnavailable from every call, if the service is unreachable or refuses
 */
export function s3Store(place: S3Place, patience = S3_PATIENCE): FileStore {
  const { bucket: Bucket } = place;
  const opened = open(place, patience);
  // The failure is reported by each call.
  opened.catch(() => undefined);
  const find = async (name: string): Promise<Readable | undefined> => {
    const { client, s3 } = await opened;
    try {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: fileNameOf(name) }));
      return Body as Readable | undefined;
    } catch (failure) {
      if (failure instanceof s3.NoSuchKey) return undefined;
      throw failure;
    }
  };
  return told({
    async write(name, bytes) {
      const { client, s3 } = await opened;
      const requestTimeout = patience.answerMs + bytes.length / BYTES_PER_MS_MIN;
      await client.send(new s3.PutObjectCommand({ Bucket, Key: fileNameOf(name), Body: bytes }), { requestTimeout });
    },
    async read(name) {
      const body = await find(name);
      return body && Buffer.concat(await Array.fromAsync(piecesOf(body, patience)));
    },
    async stream(name) {
      const body = await find(name);
      return body && Readable.from(piecesOf(body, patience), { objectMode: false });
    },
    async remove(name) {
      const { client, s3 } = await opened;
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: fileNameOf(name) }));
    },
    async *names() {
      const { client, s3 } = await opened;
      for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, { Bucket }))
        yield* Contents.map(({ Key = '' }) => Key).filter(isOurs);
    },
    async check() {
      const { client, s3 } = await opened;
      await client.send(new s3.ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
    },
  });
}

/** Loads the library, which takes a quarter of a second, only in deployments with a bucket. */
async function open({ endpoint, region, keys }: S3Place, { answerMs, tries }: S3Patience) {
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    ...(keys && { credentials: { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey } }),
    maxAttempts: tries,
    // Services other than Amazon's do not know the newer checksums. The signature covers the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: answerMs, requestTimeout: answerMs, throwOnRequestTimeout: true },
  });
  return { client, s3 };
}

/**
 * Yields the body in pieces. The time limit does not run while the caller processes a piece.
 * @throws an Error if the connection fails
 */
async function* piecesOf(body: Readable, { answerMs }: S3Patience): AsyncGenerator<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => body.destroy(new Error(`no data received for ${answerMs} ms`)), answerMs);
  };
  try {
    begin();
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      yield piece;
      begin();
    }
  } catch (failure) {
    throw unavailable(failure);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the same store, whose failures are `FilesUnavailable`. */
function told(store: FileStore): FileStore {
  const tell =
    <Args extends unknown[], T>(act: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      act(...args).catch((failure: unknown) => {
        throw unavailable(failure);
      });
  return {
    write: tell(store.write),
    read: tell(store.read),
    stream: tell(store.stream),
    remove: tell(store.remove),
    check: tell(store.check),
    async *names() {
      try {
        yield* store.names();
      } catch (failure) {
        throw unavailable(failure);
      }
    },
  };
}

/** Returns whether a key is the name of one of our files. The bucket may also contain files of other programs. */
function isOurs(key: string): boolean {
  try {
    return fileNameOf(key) === key;
  } catch {
    return false;
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket of S3_BUCKET does not exist',
  InvalidAccessKeyId: 'S3_ACCESS_KEY is unknown to the service',
  SignatureDoesNotMatch: 'S3_SECRET_KEY does not match S3_ACCESS_KEY',
  AuthorizationHeaderMalformed: 'S3_REGION is not the region of the service',
  PermanentRedirect: 'the bucket is not in S3_REGION or not at S3_ENDPOINT',
  AccessDenied: 'our credentials need permission to list, read, write and delete in S3_BUCKET',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  CredentialsProviderError: 'set S3_ACCESS_KEY and S3_SECRET_KEY, or give this machine a role',
};

/** Returns what the service, the network or the time limit said, without addresses and keys. */
function unavailable(failure: unknown): unknown {
  if (failure instanceof FilesUnavailable || !(failure instanceof Error)) return failure;
  const { name, message, code, $metadata, cause } = failure as Error & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const hint = REFUSALS[name];
  if (hint) return new FilesUnavailable(`it answered ${name}: ${hint}`, { isRefusal: true });
  const status = $metadata?.httpStatusCode;
  if (status !== undefined && (status >= 500 || status === 429 || status === 408))
    return new FilesUnavailable(`it answered ${status}`);
  if (status !== undefined) return new FilesUnavailable(`it answered ${name}`, { isRefusal: true });
  if (code === 'ETIMEDOUT') return new FilesUnavailable('no data received in time');
  return new FilesUnavailable((cause instanceof Error && cause.message) || message || code || name);
}
