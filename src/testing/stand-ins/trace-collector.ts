import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the collector received it. */
export type CollectedSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly string[];
};

type Value = { readonly stringValue?: string; readonly intValue?: number };
type Sent = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly links?: readonly { readonly spanId: string }[];
};
type Body = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[] }[];
};

/**
 * Starts an OpenTelemetry collector that accepts traces as JSON. With `isSilent` it receives requests but does not
 * answer.
 */
export async function traceCollector({ isSilent = false } = {}) {
  const steps: CollectedSpan[] = [];
  const calls: { readonly url: string; readonly authorization: string | undefined; readonly text: string }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      calls.push({ url: request.url ?? '', authorization: request.headers.authorization, text });
      if (isSilent) return;
      const { resourceSpans } = JSON.parse(text) as Body;
      steps.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(collected))));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    steps,
    calls,
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const collected = ({ name, traceId, spanId, parentSpanId, attributes, links = [] }: Sent): CollectedSpan => ({
  name,
  traceId,
  spanId,
  ...(parentSpanId && { parentSpanId }),
  attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
  links: links.map((link) => link.spanId),
});
