import { Link, useLocation } from '@tanstack/react-router';
import { Hint } from '#web/design/dialogs/hint.tsx';
import { formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { useWaiting } from '#web/platform/session/waiting.ts';
import { menuOf, sectionOf } from '#web/shell/menu/menu.ts';
import css from './menu-links.module.css';

type Props = { role: Role; isNarrow?: boolean; onFollow?: () => void };

/** The menu of a role. If `isNarrow`, the menu shows only icons, and the words are in tooltips. */
export function MenuLinks({ role, isNarrow = false, onFollow }: Props) {
  const say = useSay();
  const waiting = useWaiting(role);
  const section = useLocation({ select: ({ pathname }) => sectionOf(pathname) });
  return (
    <div className={css.menu} data-narrow={isNarrow || undefined}>
      {menuOf(role, env()).map((group) => (
        <section key={group.title} className={css.group}>
          <h2 className={isNarrow || isAlone(group) ? 'visually-hidden' : css.title}>{say(group.title)}</h2>
          <ul className={css.items}>
            {group.items.map(({ to, label, icon: Picture, holds, isNew, waits = [] }) => (
              <li key={to}>
                <Hint label={say(label)} side="right" isOff={!isNarrow}>
                  <Link
                    to={to}
                    className={css.item}
                    data-active={holds.includes(section) || undefined}
                    activeOptions={{ exact: true, includeSearch: false }}
                    onClick={onFollow}
                  >
                    <Picture size={19} stroke={1.75} aria-hidden />
                    <span className={isNarrow ? 'visually-hidden' : undefined}>{say(label)}</span>
                    {isNew && <span className={css.new}>{say('shell.new')}</span>}
                    <Count of={waits.reduce((sum, kind) => sum + (waiting?.[kind] ?? 0), 0)} />
                  </Link>
                </Hint>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Shows the number of tasks that wait on a menu item's page. Renders nothing for zero. */
function Count({ of: count }: { of: number }) {
  const say = useSay();
  if (count === 0) return null;
  return (
    <span className={css.count}>
      {formatQuantity(count)} <span className="visually-hidden">{say('waiting.mark')}</span>
    </span>
  );
}

/**
 * Returns true if a group has only one item, with the same name as the group. Then the menu hides the group's heading.
 */
const isAlone = ({ title, items }: ReturnType<typeof menuOf>[number]): boolean =>
  items.every(({ label }) => label === title);
