/** A value of a cell; times are the sheet's own, without a zone. */
export type Cell = string | number | boolean | Date | null;
export type Sheet = {
  readonly name: string;
  /** As many as are shown. */
  readonly rows: readonly (readonly Cell[])[];
  readonly rowCount: number;
  readonly columnCount: number;
};

/** What the thread makes of each kind of file: HTML of a text, tables of a workbook. */
export type OfficeAnswers = { docx: string; xlsx: readonly Sheet[] };
export type OfficeKind = keyof OfficeAnswers;
export type OfficeQuestion = { readonly kind: OfficeKind; readonly file: Blob };
export type OfficeReply = { readonly answer: OfficeAnswers[OfficeKind] } | { readonly failure: string };
