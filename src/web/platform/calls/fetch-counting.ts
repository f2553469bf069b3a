/**
 * Returns a function like `fetch`. It reports the share of the body that has been sent, from 0 to 1. Only
 * XMLHttpRequest can report this share.
 */
export const fetchCounting =
  (onSent: (share: number) => void) =>
  (url: string, { method = 'GET', headers, body, credentials, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.responseType = 'blob';
      request.withCredentials = credentials === 'include';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0));
      request.addEventListener('load', () =>
        resolve(
          new Response(request.response as Blob, {
            status: request.status,
            headers: { 'Content-Type': request.getResponseHeader('Content-Type') ?? '' },
          }),
        ),
      );
      // Like `fetch`, throws a TypeError, so callers need not know which function was used.
      request.addEventListener('error', () => reject(new TypeError('network')));
      request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit | null);
    });
