import type { ReactNode } from 'react';
import { CheckedForm } from '#web/design/checked-form.tsx';
import { FormError } from '#web/design/form-error.tsx';
import type { ApiError } from '#web/platform/api-error.ts';
import css from './form-sheet.module.css';

type Props = {
  form: { check(): boolean };
  error: ApiError | null;
  isBusy: boolean;
  onSend: () => void;
  /** Stays in sight: what is saved, and the button that sends. */
  foot: ReactNode;
  children: ReactNode;
};

/** A long form in sections, on a page of its own. */
export function FormSheet({ error, foot, children, ...form }: Props) {
  return (
    <CheckedForm {...form} error={error} className={css.form}>
      {children}
      <div className={css.foot}>
        {error && Object.keys(error.fields).length === 0 && (
          <div className={css.error}>
            <FormError error={error} />
          </div>
        )}
        {foot}
      </div>
    </CheckedForm>
  );
}
