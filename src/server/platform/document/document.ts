import type { Language } from '#domain/basics/language.ts';

/** The brand of a document: the variant's name, its title per language, and its color as `#rrggbb`. */
export type Brand = {
  readonly name: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly primaryColor: string;
};

/** The reader of a document: the language of its text and the zone of its times. */
export type DocumentReader = { readonly language: Language; readonly timeZone: string };

/** A document as data: its content, not its appearance. The renderer decides on pages, fonts and tags. */
export type PdfDocument = DocumentReader & {
  readonly brand: Brand;
  readonly title: string;
  /** The number by which people cite the document, on every page. */
  readonly number: string;
  /** When the stated facts arose. It is the date of the PDF, so the same figures always give the same bytes. */
  readonly statedAt: Date;
  /** Landscape pages, for tables with many columns. */
  readonly isWide?: boolean;
  readonly blocks: readonly Block[];
};

export type Block =
  /** The text of a link is its address. */
  | { readonly kind: 'heading' | 'paragraph' | 'strong' | 'small' | 'link'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  | Table;

/** A label and its value. */
export type Fact = readonly [label: string, value: string];

export type Table = {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  /** A long table may generate its rows: each is read once. */
  readonly rows: Iterable<Cells>;
  /** Shown below the rows, in bold. */
  readonly totals?: readonly Cells[];
};
export type Cells = readonly string[];

export type Column = {
  readonly heading: string;
  /** Share of the page's width, relative to the other columns. */
  readonly share: number;
  /** Aligned to the right, so that the last digits are below each other. */
  readonly isNumber?: boolean;
};
