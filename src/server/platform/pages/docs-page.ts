import { escapeHtml } from '#server/platform/pages/escape-html.ts';

/**
 * Returns the page that shows `/openapi.json` with search and calls to try (decision 98). The build copies the reader to
 * `/docs/` (scripts/bundle/copied-parts.ts).
 *
 * @param title the title of the document
 */
export const docsPage = (title: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/docs/reader.css">
<link rel="stylesheet" href="/docs/page.css">
<noscript>This page needs JavaScript. The same document for programs: <a href="/openapi.json">openapi.json</a>.</noscript>
<main id="api"></main>
<script src="/docs/reader.js"></script>
<script src="/docs/start.js"></script>
</html>`;
