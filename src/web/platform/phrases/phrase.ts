import { useCallback } from 'react';
import { useLocale, useTranslations, type MessageKeys, type Messages, type NestedKeyOf } from 'use-intl';
import type { ErrorCode, ErrorParams } from '#contract/errors/errors.ts';
import type { LocalErrorCode } from '#web/platform/calls/api-error.ts';
import type { Language } from '#domain/basics/language.ts';

/** Every phrase of the catalogues; an unknown one doesn't compile. */
export type PhraseKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

export type PhraseParams = Readonly<Record<string, string | number>>;

declare const translator: ReturnType<typeof useTranslations<never>>;
/** `{year}` also takes a number, printed plainly; `{count, number}` takes only a number. */
type Plain<Param> = string extends Param ? string | number : Param;
/** The arguments of a known phrase. Those of a phrase that is known only when it is said can't be checked. */
type ArgumentsOf<Key extends PhraseKey> = PhraseKey extends Key
  ? [params?: PhraseParams]
  : Parameters<typeof translator<Key>> extends [unknown, infer Params extends object, unknown?]
    ? [params: { readonly [Name in keyof Params]: Plain<Params[Name]> }]
    : [];
export type Say = <Key extends PhraseKey>(key: Key, ...params: ArgumentsOf<Key>) => string;

/** For parts that get their keys handed in. Screens that know the key use `useTranslations`, which types arguments too. */
export const useSay = (): Say => useTranslations() as unknown as Say;

export const useLanguage = (): Language => useLocale();

export type Wrong = {
  readonly code: ErrorCode | LocalErrorCode;
  readonly params?: ErrorParams;
  readonly message?: string;
};

export type Speaker = Say & { has(key: string): boolean };

/** The words of an error or refusal: ours for its code, else what the server said. */
export function errorText(say: Speaker, wrong: Wrong): string {
  const key = `error.${wrong.code}` as PhraseKey;
  return say.has(key) ? say(key, wrong.params) : (wrong.message ?? wrong.code);
}

export function useErrorText(): (wrong: Wrong) => string {
  const say = useTranslations() as unknown as Speaker;
  return useCallback((wrong) => errorText(say, wrong), [say]);
}
