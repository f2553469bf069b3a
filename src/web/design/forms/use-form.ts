import { useEffect, useState } from 'react';
import type { ErrorCode, ErrorParams, FieldError } from '#contract/errors/errors.ts';
import { mergeSettings } from '#domain/basics/edited-settings.ts';
import { afterPress } from '#web/design/forms/after-press.ts';
import {
  discardInput,
  saveInput,
  discardInputOnLeave,
  readSavedInput,
  inputKey,
  type InputKey,
} from '#web/platform/storage/saved-input.ts';

/** The reason why the domain's rules or the server refuse a field: a code with its parameters. */
export type FieldRefusal = { readonly code: ErrorCode; readonly params?: ErrorParams };
/** The refusals of a form, by field; undefined for valid fields. */
export type Refusals<Values> = { readonly [Name in keyof Values]?: FieldRefusal | undefined };

/** The props of a field component (docs/rules.md#error-messages). */
export type Field<Value> = {
  readonly value: Value;
  /** Declared as a method, so that a component for a few fields also accepts a form with more fields. */
  onChange(this: void, value: Value): void;
  readonly onBlur: () => void;
  readonly refusal: FieldRefusal | undefined;
};

/** The state of a form, and the functions that change it. */
export type Form<Values extends object> = {
  readonly values: Values;
  readonly isDirty: boolean;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** Returns the props of a field component. The name is checked against the values. */
  field<Name extends keyof Values & string>(name: Name): Field<Values[Name]>;
  /** Shows all refusals. Returns true if there are none. */
  check(): boolean;
  /** Sets the server's refusals by field. Each is kept until its field changes. */
  refuse(fields: Readonly<Record<string, FieldError>>): void;
  reset(values: Values): void;
  /** Continues from another stored state: settings that were not changed here take their stored values. */
  rebase(stored: Values): void;
};

/** The members of a form that a component for a group of fields needs. */
export type FormPart<Values extends object> = Pick<Form<Values>, 'values' | 'set' | 'field'>;

/**
 * The values of a form, and the facts that decide which errors are shown. These facts are the fields that lost the
 * focus, whether `check` was called, and the server's refusals.
 */
type State<Values> = {
  readonly initial: Values;
  readonly values: Values;
  readonly touched: { readonly [Name in keyof Values]?: boolean };
  readonly isChecked: boolean;
  readonly refused: Readonly<Record<string, FieldRefusal>>;
};

/** Returns the state of a form before any input. */
const start = <Values>(initial: Values): State<Values> => ({
  initial,
  values: initial,
  touched: {},
  isChecked: false,
  refused: {},
});

/**
 * Holds the state of a form. Its rules are the domain's `judge…` functions, which the server runs too. A field shows
 * its error once the focus has left it or the form was sent. No error appears during the first input, or while a button
 * is pressed. `keptAs` is the form's name on its page. With a name, the input survives the end of the session and
 * returns after the next sign-in.
 */
export function useForm<Values extends object>(
  initial: Values,
  judge: (values: Values) => Refusals<Values> = () => ({}),
  { keptAs }: { keptAs?: string } = {},
): Form<Values> {
  const [place] = useState(() => (keptAs === undefined ? undefined : inputKey(keptAs)));
  const [state, setState] = useState(() => {
    const typed = place && readSavedInput(place, initial);
    return typed ? { ...start(initial), values: typed } : start(initial);
  });
  const isDirty = JSON.stringify(state.values) !== JSON.stringify(state.initial);
  useKept(place, isDirty, state);
  const found = judge(state.values);
  const set: Form<Values>['set'] = (name, value) =>
    setState((before) => {
      const { [name as string]: _gone, ...refused } = before.refused;
      return { ...before, values: { ...before.values, [name]: value }, refused };
    });
  return {
    values: state.values,
    isDirty,
    set,
    field: (name) => ({
      value: state.values[name],
      onChange: (value) => set(name, value),
      onBlur: () =>
        afterPress(() => setState((before) => ({ ...before, touched: { ...before.touched, [name]: true } }))),
      refusal: state.isChecked || state.touched[name] ? (found[name] ?? state.refused[name]) : state.refused[name],
    }),
    check: () => {
      setState((before) => ({ ...before, isChecked: true }));
      return Object.values(found).every((refusal) => refusal === undefined);
    },
    refuse: (fields) => setState((before) => ({ ...before, refused: { ...before.refused, ...fields } })),
    reset: (values) => setState(start(values)),
    rebase: (stored) =>
      setState((before) => ({
        ...before,
        initial: stored,
        values: mergeSettings(before.initial, before.values, stored),
      })),
  };
}

type Kept = { readonly initial: object; readonly values: object };

/** Stores the input of an open form in the browser, so that it survives the end of the session. */
function useKept(place: InputKey | undefined, isDirty: boolean, { initial, values }: Kept): void {
  useEffect(() => {
    if (place && isDirty) saveInput(place, initial, values);
    else if (place) discardInput(place);
  }, [place, isDirty, initial, values]);
  useEffect(() => (place ? () => discardInputOnLeave(place) : undefined), [place]);
}
