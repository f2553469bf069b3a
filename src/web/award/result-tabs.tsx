import { Link } from '@tanstack/react-router';
import { useSay } from '#web/platform/phrase.ts';
import css from './result.module.css';

/** Two views of one auction's end, each with a URL of its own. */
export function ResultTabs({ tab }: { tab: 'history' | undefined }) {
  const say = useSay();
  return (
    <nav className={css.tabs} aria-label={say('result.views')}>
      <Link to="." search={{}} activeOptions={{ exact: true }} data-current={tab === undefined || undefined}>
        {say('result.result')}
      </Link>
      <Link to="." search={{ tab: 'history' }} data-current={tab === 'history' || undefined}>
        {say('result.history')}
      </Link>
    </nav>
  );
}
