import { useEffect, useEffectEvent, useState } from 'react';
import { Segments } from '#web/design/layout/segments.tsx';
import { formatDate, formatDateTime, formatQuantity } from '#web/platform/format/format.ts';
import type { Language } from '#domain/basics/language.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import type { Cell, Sheet } from '#web/document/office-file.ts';
import type { ReaderProps } from '#web/document/rich-text.tsx';
import css from './sheet.module.css';

/** The sheets of a workbook, one at a time, with column letters and row numbers. */
export function SheetReader({ sheets, onShown }: { sheets: readonly Sheet[] } & Pick<ReaderProps, 'onShown'>) {
  const say = useSay();
  const [at, setAt] = useState('0');
  const shown = useEffectEvent(() => onShown?.([]));
  useEffect(() => shown(), []);
  const sheet = sheets[Number(at)];
  return (
    <>
      {sheets.length > 1 && (
        <div className={css.choice}>
          <Segments
            label={say('reading.contents')}
            segments={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
            value={at}
            onChange={setAt}
          />
        </div>
      )}
      {sheet && <SheetTable key={at} sheet={sheet} />}
    </>
  );
}

/** Shows a sheet as a table, with a note if it was cut. */
function SheetTable({ sheet }: { sheet: Sheet }) {
  const say = useSay();
  const language = useLanguage();
  const { name, rows, rowCount, columnCount } = sheet;
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const isCut = rowCount > rows.length || columnCount > columns;
  if (rows.length === 0) return <p className={css.note}>{say('reading.nothing')}</p>;
  return (
    <>
      <div className={css.frame} role="region" aria-label={name} tabIndex={0}>
        <table className={css.sheet}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {Array.from({ length: columns }, (_, column) => (
                <th key={column} scope="col">
                  {columnName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                <th scope="row">{index + 1}</th>
                {Array.from({ length: columns }, (_, column) => (
                  <td key={column} data-number={typeof row[column] === 'number' || undefined}>
                    {cellText(row[column] ?? null, language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isCut && (
        <p className={css.note}>
          {say('reading.sheetCut', { rows: formatQuantity(rows.length), all: formatQuantity(rowCount), columns })}
        </p>
      )}
    </>
  );
}

/** Returns the letters of a column, counted from 0: A to Z, then AA. */
const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26));

const DAY_MS = 86_400_000;

/** Returns a cell as text. Dates of a workbook have no time zone, so they are shown as UTC. */
function cellText(cell: Cell, language: Language): string {
  if (!(cell instanceof Date)) return cell === null ? '' : String(cell);
  const time = cell.getTime();
  return time % DAY_MS === 0 ? formatDate(time, language, 'UTC') : formatDateTime(time, language, { timeZone: 'UTC' });
}
