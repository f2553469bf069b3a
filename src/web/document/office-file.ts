/** The value of a cell. Times are in the sheet's own time, without a time zone. */
export type Cell = string | number | boolean | Date | null;
/** A sheet of a workbook, cut to the rows and columns that are shown. */
export type Sheet = {
  readonly name: string;
  /** Only the rows that are shown. */
  readonly rows: readonly (readonly Cell[])[];
  readonly rowCount: number;
  readonly columnCount: number;
};

/** The worker's answer for each file type: HTML for a text, sheets for a workbook. */
export type OfficeAnswers = { docx: string; xlsx: readonly Sheet[] };
export type OfficeKind = keyof OfficeAnswers;
/** The request to the worker: the file and its kind. */
export type OfficeQuestion = { readonly kind: OfficeKind; readonly file: Blob };
/** The worker's answer, or the reason why the file cannot be read. */
export type OfficeReply = { readonly answer: OfficeAnswers[OfficeKind] } | { readonly failure: string };
