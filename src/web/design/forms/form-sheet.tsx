import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { CheckedForm } from '#web/design/forms/checked-form.tsx';
import { FormError } from '#web/design/forms/form-error.tsx';
import type { ApiError } from '#web/platform/calls/api-error.ts';
import css from './form-sheet.module.css';

type Props = {
  form: { check(): boolean };
  error: ApiError | null;
  isBusy: boolean;
  /**
   * Set if somebody else saved in the meantime. A question above the save button then asks which version is kept.
   * Nothing is sent until the person answers.
   */
  overtaken?: ComponentProps<typeof OvertakenNotice> | undefined;
  onSend: () => void;
  /** Always visible: a `SaveBar`, or a `SheetFoot` with buttons. */
  foot: ReactNode;
  children: ReactNode;
};

const OvertakenNotice = lazy(() => import('#web/design/forms/edit-conflict-notice.tsx'));

/** A long form in sections, on its own page. */
export function FormSheet({ error, foot, overtaken, isBusy, children, ...form }: Props) {
  return (
    <CheckedForm {...form} error={error} isBusy={isBusy || overtaken !== undefined} className={css.form}>
      {children}
      <div className={css.foot}>
        {overtaken && (
          <div className={css.error}>
            <Suspense>
              <OvertakenNotice {...overtaken} />
            </Suspense>
          </div>
        )}
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

/** The buttons of a form that is sent once. */
export const SheetFoot = ({ children }: { children: ReactNode }) => <div className={css.buttons}>{children}</div>;
