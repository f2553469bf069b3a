import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTheme } from '#web/platform/page/theme-choice.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './theme-switch.module.css';

export function ThemeSwitch() {
  const say = useSay();
  const { isDark, choose } = useTheme();
  return (
    <button type="button" role="switch" aria-checked={isDark} className={css.theme} onClick={() => choose(!isDark)}>
      <span className={css.track} aria-hidden>
        <span className={css.thumb}>{isDark ? <IconMoon size={12} /> : <IconSun size={12} />}</span>
      </span>
      {say('shell.theme')}
    </button>
  );
}
