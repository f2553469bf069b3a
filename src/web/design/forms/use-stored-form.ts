import { useEffect, useState } from 'react';
import { useForm, type Form, type Refusals } from '#web/design/forms/use-form.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { useRequestKeys, type RequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

/** The stored thing, its rules, and the calls that read and save it. */
type StoredFormOptions<Stored, Values extends object> = {
  /** Absent during creation. */
  readonly stored: Stored | undefined;
  /** The initial values of a new one. */
  readonly empty: Values;
  readonly valuesOf: (stored: Stored) => Values;
  readonly judge: (values: Values) => Refusals<Values>;
  readonly send: (values: Values, keys: RequestKeys) => Promise<Stored>;
  /** Reads the stored state before saving, to detect changes by others. */
  readonly fresh?: () => Promise<Stored>;
  readonly isClosed: boolean;
  readonly onSaved: (stored: Stored) => void;
  /** Called with whether there is unsaved input. */
  readonly onDirty?: ((isDirty: boolean) => void) | undefined;
};

/**
 * The form of a stored or new thing. It is saved as a whole, and leaving it unsaved asks first. If somebody else, or
 * another tab, saved in the meantime, neither version overwrites the other unseen: `overtaken` asks which one is kept.
 */
export function useStoredForm<Stored, Values extends object>(options: StoredFormOptions<Stored, Values>) {
  const { stored, valuesOf, onSaved, onDirty } = options;
  const form = useForm(stored ? valuesOf(stored) : options.empty, options.judge, { keptAs: 'stored' });
  const keys = useRequestKeys();
  const { run, isPending, error } = useChange({
    send: () => options.send(form.values, keys),
    onDone: (saved) => {
      form.reset(valuesOf(saved));
      onSaved(saved);
    },
    onRefused: ({ fields }) => form.refuse(fields),
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
    if (!now || JSON.stringify(valuesOf(now)) === filledFrom) run();
  };
  const overtaken = isOvertaken && stored && { onKeep: follow, onDrop: () => form.reset(valuesOf(stored)) };
  return { form, run: () => void save(), isPending, error, isDirty, overtaken: overtaken || undefined };
}

/**
 * Tracks the state that the form was filled from. It follows the stored state while nothing is typed, or when `follow`
 * is called.
 */
function useFilledFrom(storedText: string | undefined, isDirty: boolean) {
  const [filledFrom, setFilledFrom] = useState(storedText);
  if (!isDirty && filledFrom !== storedText) setFilledFrom(storedText);
  return { filledFrom, follow: () => setFilledFrom(storedText) };
}

/** Shows somebody else's change as long as nothing is typed here. Input is never overwritten. */
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
