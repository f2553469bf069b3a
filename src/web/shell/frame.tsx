import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { baseLanguageOf } from '#domain/basics/language.ts';
import { paths } from '#web/paths.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { LiveClock } from '#web/shell/live-clock.tsx';
import { PageContent } from '#web/shell/page-content.tsx';
import { PolicyLinks } from '#web/shell/policy-links.tsx';
import { ThemeSwitch } from '#web/shell/theme-switch.tsx';
import footCss from './footer.module.css';
import css from './shell.module.css';

type Props = { head: ReactNode; sidebar?: 'hidden' | 'open' | 'closed'; role?: Role; children?: ReactNode };

/** The frame of a page. It has a skip link for keyboard users, the header, the page and the footer. */
export function Frame({ head, sidebar = 'hidden', role, children }: Props) {
  const say = useSay();
  return (
    <div className={css.shell} data-sidebar={sidebar}>
      <a href="#content" className={css.skip}>
        {say('shell.skipToContent')}
      </a>
      {head}
      <PageContent>{children}</PageContent>
      <Footer role={role} />
    </div>
  );
}

/**
 * The footer. It has the clock, the dark-mode switch, and three kinds of links: to the guides of the area, to the
 * verification of records, and to the policies (docs/rules.md#layout).
 */
function Footer({ role }: { role?: Role | undefined }) {
  const say = useSay();
  const language = useLanguage();
  return (
    <footer className={footCss.footer}>
      <span>{env().brand.title[baseLanguageOf(language)]}</span>
      <span className={footCss.end}>
        {role && (
          <Link to={paths.guides(role)} className={footCss.link}>
            {say('reading.guides')}
          </Link>
        )}
        <Link to={paths.record} className={footCss.link}>
          {say('record.link')}
        </Link>
        <PolicyLinks className={footCss.link} />
        <LiveClock />
        <ThemeSwitch />
      </span>
    </footer>
  );
}
