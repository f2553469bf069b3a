import css from './tick-box.module.css';

type Props = { label: string; checked: boolean; onChange: (isChecked: boolean) => void };

/** A checkbox that looks as forms' do, without what those can besides: the live room has but one. */
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
