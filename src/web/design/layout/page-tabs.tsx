import { Link } from '@tanstack/react-router';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import css from './page-tabs.module.css';

type Props<Tab extends string> = {
  label: PhraseKey;
  /** The tabs. The first one is shown if the address names no tab. */
  tabs: readonly { readonly tab: Tab | undefined; readonly title: PhraseKey }[];
  current: Tab | undefined;
};

/** Several views of one thing, each with its own address. */
export function PageTabs<Tab extends string>({ label, tabs, current }: Props<Tab>) {
  const say = useSay();
  return (
    <nav className={css.tabs} aria-label={say(label)}>
      {tabs.map(({ tab, title }) => (
        <Link
          key={title}
          to="."
          search={(): object => (tab === undefined ? {} : { tab })}
          activeOptions={{ exact: true }}
          data-current={tab === current || undefined}
        >
          {say(title)}
        </Link>
      ))}
    </nav>
  );
}
