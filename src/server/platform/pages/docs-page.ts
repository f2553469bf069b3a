import { escapeHtml } from '#server/platform/pages/escape-html.ts';

type Json = Record<string, unknown>;
type Operation = {
  summary: string;
  'x-access': string;
  parameters: { name: string; in: string; required: boolean; description?: string }[];
  requestBody?: Json;
  responses: Record<string, { description: string }>;
};

/** Returns the OpenAPI document as a page: plain HTML without script, so that it works under the strictest policy. */
export function docsPage(document: Json): string {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Operation>>);
  const operations = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(method, path, operation)),
  );
  const info = document['info'] as { title: string; description: string };
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} · API</title>
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description)}. Machine-readable: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
Successful calls answer <code>{ code: "Success", data }</code>, failed ones <code>{ code, message, params?, fields? }</code>.</p>
${operations.join('\n')}
</main>
</html>`;
}

function describe(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    ({ name, in: place, required }) =>
      `<li><code>${escapeHtml(name)}</code> in ${place}${required ? ', required' : ''}</li>`,
  );
  const answers = Object.entries(operation.responses).map(
    ([status, { description }]) => `<li><b>${status}</b> ${escapeHtml(description)}</li>`,
  );
  const schema = { requestBody: operation.requestBody, responses: operation.responses['200'] };
  return `<section>
<h2><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary)}. <small>Who may call: ${escapeHtml(operation['x-access'])}</small></p>
<ul>${parameters.join('')}</ul>
<ul>${answers.join('')}</ul>
<details><summary>Schemas</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>
</section>`;
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.5rem 0; }
h2 { font-size: 1rem; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
pre { overflow: auto; font-size: 0.8rem; }`;
