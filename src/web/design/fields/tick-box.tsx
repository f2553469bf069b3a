import css from './tick-box.module.css';

type Props = { label: string; checked: boolean; onChange: (isChecked: boolean) => void };

/** A checkbox that looks like those of forms, but does not load their code. The live room needs only one checkbox. */
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
