import { Readable } from 'node:stream';
import { fileNameOf, type FileStore } from '#server/platform/files/files.ts';
import { FilesUnavailable } from '#server/platform/files/files-unavailable.ts';
import {
  bodyOf,
  discardBody,
  piecesOf,
  s3Requests,
  type S3Answer,
  type S3Patience,
  type S3Place,
} from '#server/platform/files/s3-requests.ts';

/**
 * Stores files in a bucket of any S3-compatible service, which all processes of a deployment share. S3 guarantees that
 * an object exists as a whole or not at all.
 * @throws FilesUnavailable from every call, if the service is unreachable or refuses
 */
export function s3Store(place: S3Place, patience?: S3Patience): FileStore {
  const ask = s3Requests(place, patience);
  const find = async (name: string): Promise<S3Answer | undefined> => {
    const answer = await ask('GET', { name: fileNameOf(name) });
    if (answer.response.ok) return answer;
    return refuseUnless(await reasonOf(answer), ['NoSuchKey']);
  };
  return {
    async write(name, bytes) {
      const answer = await ask('PUT', { name: fileNameOf(name), bytes });
      if (!answer.response.ok) refuseUnless(await reasonOf(answer), []);
      await discardBody(answer);
    },
    async read(name) {
      const found = await find(name);
      return found && bodyOf(found);
    },
    async stream(name) {
      const found = await find(name);
      return found && Readable.from(piecesOf(found), { objectMode: false });
    },
    async remove(name) {
      const answer = await ask('DELETE', { name: fileNameOf(name) });
      if (!answer.response.ok) refuseUnless(await reasonOf(answer), ['NoSuchKey']);
      await discardBody(answer);
    },
    async *names() {
      for (let query: string | undefined = LIST; query !== undefined;) {
        const answer = await ask('GET', { query });
        if (!answer.response.ok) refuseUnless(await reasonOf(answer), []);
        const page = new TextDecoder().decode(await bodyOf(answer));
        yield* [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key ?? '').filter(isOurs);
        query = nextOf(page);
      }
    },
    async check() {
      const answer = await ask('GET', { query: `${LIST}&max-keys=1` });
      if (answer.response.ok) return discardBody(answer);
      return refuseUnless(await reasonOf(answer), []);
    },
  };
}

const LIST = '?list-type=2';

/** Returns the query of a list's next page. A page has at most a thousand names. */
function nextOf(page: string): string | undefined {
  const token = /<NextContinuationToken>([^<]*)</.exec(page)?.[1]?.replaceAll('&amp;', '&');
  return token && `${LIST}&continuation-token=${encodeURIComponent(token)}`;
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
  AccessDenied: 'S3_ACCESS_KEY needs permission to list, read, write and delete in S3_BUCKET',
  RequestTimeTooSkewed: "this machine's clock is wrong",
};

/** Returns the S3 error code of a refusal. HEAD replies and some proxies have only a status. */
async function reasonOf(answer: S3Answer): Promise<string> {
  const text = new TextDecoder().decode(await bodyOf(answer));
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(answer.response.status);
}

function refuseUnless(code: string, expected: readonly string[]): undefined {
  if (!expected.includes(code)) {
    const hint = REFUSALS[code];
    throw new FilesUnavailable(`it answered ${code}${hint ? `: ${hint}` : ''}`, { isRefusal: true });
  }
}
