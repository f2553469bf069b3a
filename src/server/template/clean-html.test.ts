import { describe, expect, test } from 'vitest';
import { cleanHtml, showHtml } from '#server/template/clean-html.ts';

const ID = '0b7e7f0a-3b1c-4c55-9a54-0d1f0f6f7a11';

describe('a text keeps', () => {
  test.each([
    ['headings, paragraphs and emphasis', '<h2>Bids</h2><p>A <strong>bid</strong> is <em>a</em> <u>bid</u></p>'],
    ['lists', '<ul><li>one<ol start="3"><li>two</li></ol></li></ul>'],
    [
      'tables',
      '<table><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
    ],
    ['quotations and code', '<blockquote><p>x</p></blockquote><pre><code>1 &lt; 2</code></pre>'],
    ['Chinese, and text that looks like markup', '<p>竞买人 &lt;script&gt; &amp;amp;</p>'],
  ])('%s', (_what, html) => expect(cleanHtml(html)).toEqual({ html, cut: [], imageIds: [] }));

  test('links, which open in a new tab and send no referrer', () => {
    expect(cleanHtml('<a href=" https://a.example/?a=1&amp;b=2 " rel="opener">x</a>').html).toBe(
      '<a href="https://a.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a>',
    );
    expect(cleanHtml('<a href="mailto:a@example.com">x</a>').cut).toEqual([]);
  });

  test('our images, in any form, by their ids', () => {
    for (const source of [
      `/auction-api/images/${ID}?size=large&amp;until=1&amp;signature=0`,
      `https://a.example/auction-api/images/${ID}`,
      `image:${ID}`,
    ]) {
      const kept = cleanHtml(`<p><img src="${source}" alt="A bid" width="40" onload="x()"></p>`);
      expect(kept.html).toBe(`<p><img alt="A bid" width="40" src="image:${ID}" /></p>`);
      expect(kept.imageIds).toEqual([ID]);
      const shown = showHtml(kept.html, (id) => `/i/${id}?a=1&b=2`);
      expect(shown).toContain(`src="/i/${ID}?a=1&amp;b=2"`);
      expect(cleanHtml(shown.replace('/i/', '/auction-api/images/')).html).toBe(kept.html);
    }
  });

  test('words that look like an image as words', () => {
    const { html } = cleanHtml(`<p>src="image:${ID}" &lt;img src="image:${ID}"</p>`);
    expect(showHtml(html, () => 'a link')).toBe(html);
  });
});

describe('a text loses, with a message', () => {
  test.each([
    ['scripts', 'a<script>alert(1)</script>', 'a', ['script']],
    ['scripts in capitals, half closed', 'a<ScRiPt src=//x>alert(1)', 'a', ['script']],
    ['event handlers', '<p onclick="x()" ONLOAD=x>a</p>', '<p>a</p>', ['onclick', 'onload']],
    ['script addresses', '<a href="javascript:alert(1)">a</a>', '<span>a</span>', ['javascript:']],
    ['hidden script addresses', '<a href="java\tscript&#58;alert(1)">a</a>', '<span>a</span>', ['java\tscript:']],
    ['data addresses', '<a href="data:text/html,x">a</a>', '<span>a</span>', ['data:']],
    ['relative addresses', '<a href="/user/upcoming">a</a>', '<span>a</span>', ['/user/upcoming']],
    ['addresses without a scheme', '<a href="//evil.example">a</a>', '<span>a</span>', ['//evil.example']],
    ['drawings', 'a<svg onload=x><script>1</script><p>b</p></svg>', 'a<p>b</p>', ['svg', 'script']],
    ['formulas', '<math><mtext><img src=x></mtext></math>a', 'a', ['math', 'mtext', 'x']],
    ['styles', 'a<style>*{display:none}</style><p style="position:fixed">b</p>', 'a<p>b</p>', ['style']],
    ['frames', 'a<iframe src="https://x.example" srcdoc="<script>1</script>"></iframe>', 'a', ['iframe']],
    ['objects', 'a<object data=x></object><embed src=x>', 'a', ['object', 'embed']],
    ['external images', 'a<img src="https://x.example/1.png">', 'a', ['https:']],
    ['data images', 'a<img src="data:image/svg+xml,x" onerror=x>', 'a', ['data:', 'onerror']],
    [
      'document metadata',
      '<meta http-equiv=refresh content="0;url=//x"><base href=//x><link rel=x>a',
      'a',
      ['meta', 'base', 'link'],
    ],
    ['forms', '<form action=//x><input name=password><button>a</button></form>', 'a', ['form', 'input', 'button']],
    ['browser templates', '<template><script>1</script></template>a', 'a', ['template', 'script']],
    ['conditional comments', '<!--[if IE]><script>1</script><![endif]-->a', 'a', []],
    ['leftovers of editors, without a message', '<p class="x" data-y="1" id="z">a</p>', '<p>a</p>', []],
  ])('%s', (_what, given, html, cut) => {
    const cleaned = cleanHtml(given);
    expect(cleaned.html).toBe(html);
    expect(cleaned.cut).toEqual(cut);
  });

  test('content that becomes dangerous only through cleaning', () => {
    const twice =
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript><form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>';
    const { html } = cleanHtml(twice);
    expect(html).not.toMatch(/onerror|<img|<style|<form|<math/i);
    expect(cleanHtml(html).html).toBe(html);
  });

  test('nesting deep enough to block a browser', () => {
    const deep = `${'<div>'.repeat(5_000)}x${'</div>'.repeat(5_000)}`;
    expect(cleanHtml(deep).html.match(/<div>/g)?.length).toBeLessThanOrEqual(50);
  });
});
