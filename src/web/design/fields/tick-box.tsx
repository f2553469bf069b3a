import css from './tick-box.module.css';

type Props = { label: string; checked: boolean; onChange: (isChecked: boolean) => void };

/** A checkbox with the look of the form's checkboxes, but without their code: the live room needs only one. */
export const TickBox = ({ label, checked, onChange }: Props) => (
  <label className={css.row}>
    <input
      type="checkbox"
      className={css.box}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    {label}
  </label>
);
