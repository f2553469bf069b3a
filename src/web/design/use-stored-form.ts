import { useEffect } from 'react';
import { useForm, type Form, type Refusals } from '#web/design/use-form.ts';
import { useLeaveGuard } from '#web/design/use-leave-guard.ts';
import { useRequestKeys, type RequestKeys } from '#web/platform/request-key.ts';
import { useChange } from '#web/platform/use-change.ts';

type Wish<Stored, Values extends object> = {
  /** Absent while it is being created. */
  readonly stored: Stored | undefined;
  /** What a new one begins with. */
  readonly empty: Values;
  readonly valuesOf: (stored: Stored) => Values;
  readonly judge: (values: Values) => Refusals<Values>;
  readonly send: (values: Values, keys: RequestKeys) => Promise<Stored>;
  readonly isClosed: boolean;
  readonly onSaved: (stored: Stored) => void;
  /** Told whether something typed isn't saved yet. */
  readonly onDirty?: ((isDirty: boolean) => void) | undefined;
};

/** The form of something that is stored, or is yet to be: saved as a whole, and not left unsaved without a word. */
export function useStoredForm<Stored, Values extends object>(wish: Wish<Stored, Values>) {
  const { stored, valuesOf, onSaved, onDirty } = wish;
  const form = useForm(stored ? valuesOf(stored) : wish.empty, wish.judge, { isKept: true });
  const keys = useRequestKeys();
  const { run, isPending, error } = useChange({
    send: () => wish.send(form.values, keys),
    onDone: (saved) => {
      form.reset(valuesOf(saved));
      onSaved(saved);
    },
    onRefused: ({ fields }) => form.refuse(fields),
  });
  const isDirty = form.isDirty && !wish.isClosed;
  useLeaveGuard(isDirty && !isPending);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  useStoredValues(stored && valuesOf(stored), form);
  return { form, run, isPending, error, isDirty };
}

/** Somebody else's change appears as long as nothing was typed here; what was typed is never overwritten. */
function useStoredValues<Values extends object>(values: Values | undefined, form: Form<Values>): void {
  const stored = values && JSON.stringify(values);
  const isSame = stored === JSON.stringify(form.values);
  const { isDirty, reset } = form;
  useEffect(() => {
    if (values && !isSame && !isDirty) reset(values);
    // Only a new stored state is a reason to look.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stored]);
}
