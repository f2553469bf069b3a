import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { railOf } from '#domain/basics/shades.ts';
import { themeOf, variablesOf } from '#web/design/theme/theme.ts';
import { env, envStore } from '#web/platform/page/env.ts';
import { storageKey } from '#web/platform/storage/browser-storage.ts';
import { useStore } from '#web/platform/storage/store.ts';

/** Gives the application the colors of the brand, and the tab its icon. Both follow a change of the brand. */
export function BrandTheme({ children }: { children: ReactNode }) {
  const { primaryColor, iconUrl } = (useStore(envStore) ?? env()).brand;
  const theme = useMemo(() => ({ own: themeOf(primaryColor), variables: variablesOf(primaryColor) }), [primaryColor]);
  // The key contains the variant, so it is known only after the settings are loaded.
  const [scheme] = useState(() => localStorageColorSchemeManager({ key: storageKey('theme') }));
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', iconUrl);
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', railOf(primaryColor));
  }, [primaryColor, iconUrl]);
  return (
    <MantineProvider
      theme={theme.own}
      cssVariablesResolver={theme.variables}
      colorSchemeManager={scheme}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
