import { useCallback, useState } from 'react';
import type { Language } from '#domain/basics/language.ts';

/** In which languages a file or a picture is on its way: what is saved meanwhile would miss it. */
export function useBusyLanguages(): { isAny: boolean; mark: (language: Language, isBusy: boolean) => void } {
  const [busy, setBusy] = useState<readonly Language[]>([]);
  const mark = useCallback((language: Language, isBusy: boolean) => {
    setBusy((before) => {
      if (before.includes(language) === isBusy) return before;
      return isBusy ? [...before, language] : before.filter((one) => one !== language);
    });
  }, []);
  return { isAny: busy.length > 0, mark };
}
