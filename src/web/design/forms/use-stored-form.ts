import { useEffect, useState } from 'react';
import { changedSettings } from '#domain/basics/edited-settings.ts';
import { useForm, type Form, type Refusals } from '#web/design/forms/use-form.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { useRequestKeys, type RequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** The label of each field of a form. */
type FieldLabels<Values extends object> = Readonly<Record<keyof Values & string, PhraseKey>>;

/** The stored thing, its rules, and the calls that read and save it. */
type StoredFormOptions<Stored, Values extends object> = {
  /** The stored thing; undefined while a new one is created. */
  readonly stored: Stored | undefined;
  /** The name of the form, if its page has a second stored form. */
  readonly keptAs?: string;
  /** The initial values of a new thing. */
  readonly empty: Values;
  readonly valuesOf: (stored: Stored) => Values;
  readonly judge: (values: Values) => Refusals<Values>;
  /** Sends the values. `seen` is the stored state from which they were typed; undefined for a new thing. */
  readonly send: (values: Values, keys: RequestKeys, seen: Stored | undefined) => Promise<Stored>;
  /** Reads the stored state before saving, to detect changes that somebody else made. */
  readonly fresh?: () => Promise<Stored>;
  /** The labels of the fields. With them, a person who was overtaken merges field by field (decision 124). */
  readonly labels?: FieldLabels<Values>;
  readonly isClosed: boolean;
  readonly onSaved: (stored: Stored) => void;
  /** Called when the form gets unsaved input, and when it no longer has any. */
  readonly onDirty?: ((isDirty: boolean) => void) | undefined;
};

/**
 * A form for a thing that is already stored or is new. All fields are saved together. The form asks before the person
 * leaves with unsaved input. If somebody else, or another tab, saved in the meantime, `overtaken` is set: the person
 * then decides which version is kept.
 */
export function useStoredForm<Stored, Values extends object>(options: StoredFormOptions<Stored, Values>) {
  const { stored, valuesOf, onSaved, onDirty } = options;
  const form = useForm(stored ? valuesOf(stored) : options.empty, options.judge, {
    keptAs: options.keptAs ?? 'stored',
  });
  const keys = useRequestKeys();
  const { run, isPending, error } = useChange<Stored | undefined, Stored>({
    send: (seen) => options.send(form.values, keys, seen),
    onDone: (saved) => {
      form.reset(valuesOf(saved));
      onSaved(saved);
    },
    onRefused: ({ fields, code }) => {
      form.refuse(fields);
      // Reads what the other person saved, so that the form shows it.
      if (code === 'settings_changed') void options.fresh?.();
    },
  });
  const isDirty = form.isDirty && !options.isClosed;
  useLeaveGuard(isDirty && !isPending);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  useStoredValues(stored && valuesOf(stored), form);
  const storedText = stored && JSON.stringify(valuesOf(stored));
  const { filledFrom, follow } = useFilledFrom(storedText, isDirty);
  const isOvertaken = isDirty && storedText !== filledFrom;
  const save = async () => {
    const now = stored && options.fresh && (await options.fresh().catch(() => undefined));
    if (!now || JSON.stringify(valuesOf(now)) === filledFrom) run(now ?? stored);
  };
  const overtaken =
    isOvertaken && stored
      ? noticeOf({ form, labels: options.labels, theirs: valuesOf(stored), filledFrom, follow })
      : undefined;
  return { form, run: () => void save(), isPending, error: overtaken ? null : error, isDirty, overtaken };
}

type Overtaken<Values extends object> = {
  readonly form: Form<Values>;
  readonly labels: FieldLabels<Values> | undefined;
  /** The values that the other person saved. */
  readonly theirs: Values;
  readonly filledFrom: string | undefined;
  readonly follow: () => void;
};

/** Returns the props of the notice about another person's changes. With labels, it lists the changed fields. */
function noticeOf<Values extends object>({ form, labels, theirs, filledFrom, follow }: Overtaken<Values>) {
  const onDrop = () => form.reset(theirs);
  if (!labels || filledFrom === undefined) return { onKeep: follow, onDrop };
  const base = JSON.parse(filledFrom) as Values;
  const own = new Set(changedSettings(base, form.values));
  const labelOf = (name: keyof Values & string): PhraseKey => labels[name];
  const fields = changedSettings(base, theirs).map((name) => ({
    label: labelOf(name),
    // Undefined if only the other person changed the field. The merge takes it in any case.
    onTake: own.has(name) ? () => form.set(name, theirs[name]) : undefined,
    isTaken: changedSettings({ [name]: form.values[name] }, { [name]: theirs[name] }).length === 0,
  }));
  const onKeep = () => {
    form.rebase(theirs);
    follow();
  };
  return { onKeep, onDrop, fields };
}

/**
 * Returns `filledFrom`, the stored state from which the form was filled, and `follow`. While nothing is typed,
 * `filledFrom` is always the latest stored state. Once something is typed, `filledFrom` changes only if `follow` is
 * called.
 */
function useFilledFrom(storedText: string | undefined, isDirty: boolean) {
  const [filledFrom, setFilledFrom] = useState(storedText);
  if (!isDirty && filledFrom !== storedText) setFilledFrom(storedText);
  return { filledFrom, follow: () => setFilledFrom(storedText) };
}

/** Shows somebody else's change if nothing is typed in this form. Typed input is never overwritten. */
function useStoredValues<Values extends object>(values: Values | undefined, form: Form<Values>): void {
  const stored = values && JSON.stringify(values);
  const isSame = stored === JSON.stringify(form.values);
  const { isDirty, reset } = form;
  useEffect(() => {
    if (values && !isSame && !isDirty) reset(values);
    // The effect must run only when the stored state changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stored]);
}
