import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './theme-switch.module.css';

/**
 * Switches between the light and the dark theme. The browser stores the selection (main.tsx). Without a selection, the
 * system's setting applies.
 */
export function ThemeSwitch() {
  const say = useSay();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const toggle = () => setColorScheme(isDark ? 'light' : 'dark');
  return (
    <button type="button" role="switch" aria-checked={isDark} className={css.theme} onClick={toggle}>
      <span className={css.track} aria-hidden>
        <span className={css.thumb}>{isDark ? <IconMoon size={12} /> : <IconSun size={12} />}</span>
      </span>
      {say('shell.theme')}
    </button>
  );
}
