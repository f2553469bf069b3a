// Starts the reader of the page /docs (src/server/platform/pages/docs-page.ts).
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

globalThis.SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  requestSnippetsEnabled: true,
  tryItOutEnabled: true,
  // Addresses, tokens and keys stay on this page: no other server checks the document, and nothing is stored.
  validatorUrl: null,
  persistAuthorization: false,
  // The reader's own label is not connected to the field.
  onComplete: () => document.getElementById('servers')?.setAttribute('aria-label', 'Server'),
});
