import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { LanguageChoice } from '#web/shell/language-choice.tsx';
import { LiveClock } from '#web/shell/live-clock.tsx';
import { PolicyLinks } from '#web/shell/policy-links.tsx';
import { ThemeSwitch } from '#web/shell/theme-switch.tsx';
import css from './sign-in.module.css';

/** Shows the brand beside a form. On phones, the brand is above the form. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <div className={css.frame}>
      <aside className={css.aside}>
        <BrandMark height={32} />
        <div className={css.pitch}>
          <p className={css.headline}>{env().brand.title[baseLanguageOf(language)]}</p>
          <p className={css.promise}>{say('identity.promise')}</p>
        </div>
        <DepthMotif />
      </aside>
      <div className={css.side}>
        <header className={css.tools}>
          <LanguageChoice />
        </header>
        <main className={css.main} id="content">
          {children}
        </main>
        <footer className={css.foot}>
          <Link to={paths.record} className={css.footLink}>
            {say('record.link')}
          </Link>
          <PolicyLinks className={css.footLink} />
          <LiveClock />
          <ThemeSwitch />
        </footer>
      </div>
    </div>
  );
}

const WIDTH = 560;
const HEIGHT = 220;
/** The heights of the steps in the decoration below. They look like the cumulative demand in the live room. */
const LEVELS = [14, 30, 42, 66, 84, 92, 118, 132, 158, 170, 186, 204];

/** Decoration that looks like the price-volume distribution of the live room. */
function DepthMotif() {
  const step = WIDTH / LEVELS.length;
  const stairs = LEVELS.map((level, at) => `V${HEIGHT - level}H${(at + 1) * step}`).join('');
  return (
    <svg className={css.motif} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path d={`M0 ${HEIGHT}${stairs}V${HEIGHT}Z`} className={css.area} />
      <path d={`M0 ${HEIGHT}${stairs}`} className={css.edge} />
      <line x1="0" x2={WIDTH} y1={HEIGHT - 118} y2={HEIGHT - 118} className={css.clearing} />
    </svg>
  );
}
