import { useState } from 'react';
import { isUnanswered, type ApiError } from '#web/platform/calls/api-error.ts';
import { newKey } from '#web/platform/calls/api.ts';

/**
 * Idempotency keys of one form: the same content sent again, after no answer came, is the same wish and keeps its key;
 * other content is another wish. `forget` once it was granted, so that the same can be wished for again
 * (docs/rules.md#repeated-calls). `takeRefused` after an error: rooms keep the refusal of a key, so that what was
 * answered is asked anew under another.
 */
export type RequestKeys = { keyFor(body: object): string; forget(): void; takeRefused(error: ApiError): void };

export function createRequestKeys(make: () => string): RequestKeys {
  let last: { content: string; key: string } | undefined;
  const forget = (): void => {
    last = undefined;
  };
  return {
    keyFor: (body) => {
      const content = JSON.stringify(body);
      if (last?.content !== content) last = { content, key: make() };
      return last.key;
    },
    forget,
    takeRefused: (error) => {
      if (!isUnanswered(error)) forget();
    },
  };
}

export function useRequestKeys(): RequestKeys {
  const [keys] = useState(() => createRequestKeys(newKey));
  return keys;
}
