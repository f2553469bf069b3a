import { Link } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/env.ts';
import { useLanguage, useSay } from '#web/platform/phrase.ts';
import { LiveClock } from '#web/shell/live-clock.tsx';
import { ThemeSwitch } from '#web/shell/theme-switch.tsx';
import css from './footer.module.css';

/** Where anybody can check a record, clock and dark-mode switch; terms and privacy come with their documents. */
export function Footer() {
  const say = useSay();
  const language = useLanguage();
  return (
    <footer className={css.footer}>
      <span>{env().brand.title[language]}</span>
      <span className={css.end}>
        <Link to={paths.record} className={css.link}>
          {say('record.link')}
        </Link>
        <LiveClock />
        <ThemeSwitch />
      </span>
    </footer>
  );
}
