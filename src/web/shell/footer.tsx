import { env } from '#web/platform/env.ts';
import { useLanguage } from '#web/platform/phrase.ts';
import { LiveClock } from '#web/shell/live-clock.tsx';
import { ThemeSwitch } from '#web/shell/theme-switch.tsx';
import css from './footer.module.css';

/** Clock and dark-mode switch; terms and privacy come with their documents. */
export function Footer() {
  const language = useLanguage();
  return (
    <footer className={css.footer}>
      <span>{env().brand.title[language]}</span>
      <span className={css.end}>
        <LiveClock />
        <ThemeSwitch />
      </span>
    </footer>
  );
}
