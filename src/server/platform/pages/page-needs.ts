import { LANGUAGES } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import { BROWSERS } from '#server/platform/pages/browsers.ts';
import { escapeHtml } from '#server/platform/pages/escape-html.ts';

const SENTENCES = LANGUAGES.map(
  (language) => `<p lang="${language}">${escapeHtml(wordsIn(language)('shell.browserNeeds', BROWSERS))}</p>`,
).join('');

/**
 * HTML that says, in all languages, what browser the application needs. It is hidden until `public/start-check.js` finds
 * that the browser is too old or that the application does not start; without scripts it shows at once. It pushes the page
 * down and covers nothing: much works in a browser that is a little too old.
 */
export const PAGE_NEEDS = `<style>
#needs{position:relative;z-index:1;padding:12px 16px;background:#fff4d6;color:#222;font:16px/1.5 system-ui,sans-serif;text-align:center}
#needs[hidden]{display:none}
#needs p{margin:0}
</style><div id="needs" role="alert" hidden>${SENTENCES}</div><noscript><style>#needs[hidden]{display:block}</style></noscript>`;
