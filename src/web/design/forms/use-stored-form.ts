import { useEffect, useState } from 'react';
import { useForm, type Form, type Refusals } from '#web/design/forms/use-form.ts';
import { useLeaveGuard } from '#web/design/forms/use-leave-guard.ts';
import { useRequestKeys, type RequestKeys } from '#web/platform/calls/request-key.ts';
import { useChange } from '#web/platform/calls/use-change.ts';

type Wish<Stored, Values extends object> = {
  /** Absent while it is being created. */
  readonly stored: Stored | undefined;
  /** What a new one begins with. */
  readonly empty: Values;
  readonly valuesOf: (stored: Stored) => Values;
  readonly judge: (values: Values) => Refusals<Values>;
  readonly send: (values: Values, keys: RequestKeys) => Promise<Stored>;
  /** As it is stored at this moment: asked for before it is saved over. */
  readonly fresh?: () => Promise<Stored>;
  readonly isClosed: boolean;
  readonly onSaved: (stored: Stored) => void;
  /** Told whether something typed isn't saved yet. */
  readonly onDirty?: ((isDirty: boolean) => void) | undefined;
};

/**
 * The form of something that is stored, or is yet to be: saved as a whole, and not left unsaved without a word. What somebody
 * else, or another tab, saved meanwhile is neither saved over unseen nor put over what was typed: `overtaken` asks which goes on.
 */
export function useStoredForm<Stored, Values extends object>(wish: Wish<Stored, Values>) {
  const { stored, valuesOf, onSaved, onDirty } = wish;
  const form = useForm(stored ? valuesOf(stored) : wish.empty, wish.judge, { keptAs: 'stored' });
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
  const storedText = stored && JSON.stringify(valuesOf(stored));
  const { filledFrom, follow } = useFilledFrom(storedText, isDirty);
  const isOvertaken = isDirty && storedText !== filledFrom;
  const save = async () => {
    const now = stored && wish.fresh && (await wish.fresh().catch(() => undefined));
    if (!now || JSON.stringify(valuesOf(now)) === filledFrom) run();
  };
  const overtaken = isOvertaken && stored && { onKeep: follow, onDrop: () => form.reset(valuesOf(stored)) };
  return { form, run: () => void save(), isPending, error, isDirty, overtaken: overtaken || undefined };
}

/** What the form was filled from; it follows what is stored as long as nothing is typed, or when it is told to. */
function useFilledFrom(storedText: string | undefined, isDirty: boolean) {
  const [filledFrom, setFilledFrom] = useState(storedText);
  if (!isDirty && filledFrom !== storedText) setFilledFrom(storedText);
  return { filledFrom, follow: () => setFilledFrom(storedText) };
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
