import css from './sums.module.css';

type Line = { readonly label: string; readonly value: string };

/** A list of amounts with their total. */
export function Sums({ lines, total }: { lines: readonly Line[]; total: Line }) {
  return (
    <dl className={css.sums}>
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div data-total>
        <dt>{total.label}</dt>
        <dd>{total.value}</dd>
      </div>
    </dl>
  );
}
