import { useEffect, useState } from 'react';
import type { ErrorCode, ErrorParams, FieldError } from '#contract/errors/errors.ts';
import { afterPress } from '#web/design/forms/after-press.ts';
import {
  forgetTyped,
  keepTyped,
  leaveTyped,
  readTyped,
  typedPlace,
  type TypedPlace,
} from '#web/platform/storage/typed.ts';

/** Why a field isn't right, as the domain's rules and the server say it: a code with its parameters. */
export type FieldRefusal = { readonly code: ErrorCode; readonly params?: ErrorParams };
export type Refusals<Values> = { readonly [Name in keyof Values]?: FieldRefusal | undefined };

export type Field<Value> = {
  readonly value: Value;
  /** A method, so that a component that knows some fields of a form only takes the whole form. */
  onChange(this: void, value: Value): void;
  readonly onBlur: () => void;
  readonly refusal: FieldRefusal | undefined;
};

export type Form<Values extends object> = {
  readonly values: Values;
  readonly isDirty: boolean;
  set<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** What a field component needs; the name is checked against the values. */
  field<Name extends keyof Values & string>(name: Name): Field<Values[Name]>;
  /** Shows all that isn't right; true where nothing is. */
  check(): boolean;
  /** The server's refusals by field, kept beside each field until it changes. */
  refuse(fields: Readonly<Record<string, FieldError>>): void;
  reset(values: Values): void;
};

/** What fields need of a form that holds them among others. */
export type FormPart<Values extends object> = Pick<Form<Values>, 'values' | 'set' | 'field'>;

type State<Values> = {
  readonly initial: Values;
  readonly values: Values;
  readonly touched: { readonly [Name in keyof Values]?: boolean };
  readonly isChecked: boolean;
  readonly refused: Readonly<Record<string, FieldRefusal>>;
};

const start = <Values>(initial: Values): State<Values> => ({
  initial,
  values: initial,
  touched: {},
  isChecked: false,
  refused: {},
});

/**
 * State of a form whose rules are the domain's own `judge…` functions, the same that the server runs. A field complains
 * once it was left or the form was sent, not while it is being filled in for the first time, and never while a button is
 * being pressed. With `keptAs`, its name among the forms of a page, what was typed outlives the session and is there again
 * after signing in anew.
 */
export function useForm<Values extends object>(
  initial: Values,
  judge: (values: Values) => Refusals<Values> = () => ({}),
  { keptAs }: { keptAs?: string } = {},
): Form<Values> {
  const [place] = useState(() => (keptAs === undefined ? undefined : typedPlace(keptAs)));
  const [state, setState] = useState(() => {
    const typed = place && readTyped(place, initial);
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
  };
}

type Kept = { readonly initial: object; readonly values: object };

function useKept(place: TypedPlace | undefined, isDirty: boolean, { initial, values }: Kept): void {
  useEffect(() => {
    if (place && isDirty) keepTyped(place, initial, values);
    else if (place) forgetTyped(place);
  }, [place, isDirty, initial, values]);
  useEffect(() => (place ? () => leaveTyped(place) : undefined), [place]);
}
