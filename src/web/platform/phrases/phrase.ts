import { useCallback, useMemo } from 'react';
import { useLocale, useTranslations, type MessageKeys, type Messages, type NestedKeyOf } from 'use-intl';
import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import type { LocalErrorCode } from '#web/platform/calls/api-error.ts';
import type { Language } from '#domain/basics/language.ts';
import { withFeeNames } from '#domain/platform-setting/fee-phrases.ts';
import { envStore } from '#web/platform/page/env.ts';

/** Every phrase of the catalogs. An unknown key is a type error. */
export type PhraseKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** The values that are inserted into a phrase. */
export type PhraseParams = Readonly<Record<string, string | number>>;

declare const translator: ReturnType<typeof useTranslations<never>>;
/**
 * The type of a phrase's argument. `{year}` also accepts a number, printed without grouping; `{count, number}` only a
 * number.
 */
type Plain<Param> = string extends Param ? string | number : Param;
/** The arguments of a phrase. If the key is known only at run time, its arguments cannot be checked. */
type ArgumentsOf<Key extends PhraseKey> = PhraseKey extends Key
  ? [params?: PhraseParams]
  : Parameters<typeof translator<Key>> extends [unknown, infer Params extends object, unknown?]
    ? [params: { readonly [Name in keyof Params]: Plain<Params[Name]> }]
    : [];
/** Returns the phrase of a key in the reader's language. The arguments are checked by type. */
export type Say = <Key extends PhraseKey>(key: Key, ...params: ArgumentsOf<Key>) => string;

/**
 * Returns the function `say`, which also accepts keys that are known only at run time, such as keys in props. Fees have
 * the names of the platform's settings.
 */
export function useSay(): Say {
  const say = useTranslations();
  const language = useLanguage();
  const names = envStore.get()?.feeNames;
  return useMemo(
    () => (names ? withFeeNames(say as unknown as Parameters<typeof withFeeNames>[0], names, language) : say) as Say,
    [say, names, language],
  );
}

/** Returns the language on screen. The component renders again when the language changes. */
export const useLanguage = (): Language => useLocale() as Language;

/** An error or refusal that can be shown as text. */
export type Wrong = {
  readonly code: ErrorCode | LocalErrorCode;
  readonly params?: ErrorParams;
  readonly message?: string;
};

/** A `Say` that can tell whether a phrase exists. Used for keys that are known only at run time. */
export type Speaker = Say & { has(key: string): boolean };

/** Returns the text of an error or refusal: our phrase for its code, otherwise the server's message. */
export function errorText(say: Speaker, wrong: Wrong): string {
  const key = `error.${wrong.code}` as PhraseKey;
  return say.has(key) ? say(key, wrong.params) : (wrong.message ?? wrong.code);
}

/** Returns a function for the text of an error or refusal, in the reader's language. */
export function useErrorText(): (wrong: Wrong) => string {
  const say = useTranslations() as unknown as Speaker;
  return useCallback((wrong) => errorText(say, wrong), [say]);
}
