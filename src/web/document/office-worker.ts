import mammoth from 'mammoth';
import readWorkbook from 'read-excel-file/universal';
import type { OfficeAnswers, OfficeQuestion, OfficeReply, Sheet } from '#web/document/office-file.ts';

/**
 * Reads one office file in a worker, which the page ends when it takes too long. Office files are zipped, so a small
 * file may unpack to a huge one. The output is cleaned where it is shown.
 */
const ROWS_SHOWN = 500;
const COLUMNS_SHOWN = 50;

/** Reads a file of each kind: a document as HTML, a workbook as its sheets. */
const READERS: { [Kind in keyof OfficeAnswers]: (file: Blob) => Promise<OfficeAnswers[Kind]> } = {
  docx: async (file) => (await mammoth.convertToHtml({ arrayBuffer: await file.arrayBuffer() })).value,
  xlsx: async (file) => (await readWorkbook(file)).map(({ sheet, data }) => shownOf(sheet, data as Rows)),
};

type Rows = Sheet['rows'];

/** Cuts a sheet to the rows and columns that are shown, and keeps its full size for the note. */
function shownOf(name: string, rows: Rows): Sheet {
  return {
    name,
    rows: rows.slice(0, ROWS_SHOWN).map((row) => row.slice(0, COLUMNS_SHOWN)),
    rowCount: rows.length,
    columnCount: rows.reduce((most, { length }) => Math.max(most, length), 0),
  };
}

const reply = (made: OfficeReply): void => postMessage(made);

addEventListener('message', ({ data: { kind, file } }: MessageEvent<OfficeQuestion>) => {
  READERS[kind](file).then(
    (answer) => reply({ answer }),
    (thrown: unknown) => reply({ failure: String(thrown) }),
  );
});
