import { Link } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { LiveClock } from '#web/shell/live-clock.tsx';
import { PolicyLinks } from '#web/shell/policy-links.tsx';
import { ThemeSwitch } from '#web/shell/theme-switch.tsx';
import css from './footer.module.css';

/** Guides of an area, terms, privacy, where anybody can check a record, clock and dark-mode switch (specification 1). */
export function Footer({ role }: { role?: Role | undefined }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <footer className={css.footer}>
      <span>{env().brand.title[language]}</span>
      <span className={css.end}>
        {role && (
          <Link to={paths.guides(role)} className={css.link}>
            {say('reading.guides')}
          </Link>
        )}
        <Link to={paths.record} className={css.link}>
          {say('record.link')}
        </Link>
        <PolicyLinks className={css.link} />
        <LiveClock />
        <ThemeSwitch />
      </span>
    </footer>
  );
}
