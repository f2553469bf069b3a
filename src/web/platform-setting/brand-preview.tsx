import { contrastOf, hexOf, neutralsOf, oklchOf, railOf, shadesOf } from '#domain/basics/shades.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './brand-preview.module.css';

/** Lightness of the surface and of the quiet text, as in the theme. */
const NEUTRAL = { light: [1, 0.49], dark: [0.18, 0.74] } as const;

const WHITE = hexOf({ l: 1, c: 0, h: 0 });

type Scheme = keyof typeof NEUTRAL;
type Pair = { readonly text: PhraseKey; readonly ink: string; readonly ground: string };

/** Returns the pairs of text and background that a brand colors, in one theme. They are those of `theme.ts`. */
function pairsOf(color: string, scheme: Scheme): Pair[] {
  const shades = shadesOf(color);
  const [neutral] = neutralsOf(color, NEUTRAL[scheme], 0.01);
  const surface = scheme === 'light' ? WHITE : neutral;
  const { c, h } = oklchOf(color);
  return [
    { text: 'platform.previewMenu', ink: hexOf({ l: 0.9, c: c * 0.12, h }), ground: railOf(color) },
    { text: 'platform.previewButton', ink: WHITE, ground: shades[7] },
    { text: 'platform.previewLink', ink: scheme === 'light' ? shades[8] : shades[4], ground: surface },
  ];
}

/** Shows how the platform looks with a color in both themes, with the measured contrast of each text. */
export function BrandPreview({ color }: { color: string }) {
  return (
    <div className={css.schemes}>
      <Scheme color={color} scheme="light" title="platform.previewLight" />
      <Scheme color={color} scheme="dark" title="platform.previewDark" />
    </div>
  );
}

function Scheme({ color, scheme, title }: { color: string; scheme: Scheme; title: PhraseKey }) {
  const say = useSay();
  const pairs = pairsOf(color, scheme);
  return (
    <figure className={css.scheme}>
      <figcaption className={css.title}>{say(title)}</figcaption>
      <ul className={css.pairs} style={{ background: pairs[2]?.ground }}>
        {pairs.map(({ text, ink, ground }) => (
          <li key={text} className={css.pair} style={{ background: ground, color: ink }}>
            {say('platform.contrast', { text: say(text), ratio: contrastOf(ink, ground).toFixed(1) })}
          </li>
        ))}
      </ul>
    </figure>
  );
}
