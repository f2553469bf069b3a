import mammoth from 'mammoth';
import readWorkbook from 'read-excel-file/universal';
import type { OfficeAnswers, OfficeQuestion, OfficeReply, Sheet } from '#web/document/office-file.ts';

/** The maximum number of rows that are shown of a sheet. */
const ROWS_SHOWN = 500;
/** The maximum number of columns that are shown of a sheet. */
const COLUMNS_SHOWN = 50;

/**
 * The functions that read the kinds of files. A document becomes HTML, a workbook becomes a list of sheets. Office
 * files are zipped, so a small file may unpack to a huge one. So this worker reads them, and the page ends the worker
 * if it takes too long. The page cleans the HTML when it shows the document.
 */
const READERS: { [Kind in keyof OfficeAnswers]: (file: Blob) => Promise<OfficeAnswers[Kind]> } = {
  docx: async (file) => (await mammoth.convertToHtml({ arrayBuffer: await file.arrayBuffer() })).value,
  xlsx: async (file) => (await readWorkbook(file)).map(({ sheet, data }) => shownOf(sheet, data as Rows)),
};

type Rows = Sheet['rows'];

/**
 * Cuts a sheet to the rows and columns that are shown. Also returns the sheet's full size, for the note on the page.
 */
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
