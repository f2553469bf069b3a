import { localStorageColorSchemeManager, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** Light or dark as chosen, kept under the variant's own key (specification 9); until then as the machine is set. */
export const colorSchemeManager = (key: string) => localStorageColorSchemeManager({ key });

export function useTheme(): { isDark: boolean; choose: (isDark: boolean) => void } {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return { isDark, choose: (toDark) => setColorScheme(toDark ? 'dark' : 'light') };
}
