import type { BaseLanguage } from '#domain/basics/language.ts';
import type { FeeNames } from '#domain/platform-setting/fee-names.ts';

/** The brand of a document: its name, its title in each language, and its color as `#rrggbb`. */
export type Brand = {
  readonly name: string;
  readonly title: Readonly<Record<BaseLanguage, string>>;
  readonly primaryColor: string;
};

/**
 * The person for whom a document is made: the language of the text, and the time zone of the times in it. Documents are
 * in the languages of Greenlot, because their font has no letters of other scripts.
 */
export type DocumentReader = {
  readonly language: BaseLanguage;
  readonly timeZone: string;
  /** The names of fees from the platform's settings. Documents that name a fee need them. */
  readonly feeNames?: FeeNames;
};

/** The content of a document, without its appearance. The renderer decides on pages, fonts and tags. */
export type PdfDocument = DocumentReader & {
  readonly brand: Brand;
  readonly title: string;
  /** The number by which people cite the document. Every page shows this number. */
  readonly number: string;
  /**
   * The time of the facts in the document. It is also the date of the PDF, so the same document always has the same
   * bytes.
   */
  readonly statedAt: Date;
  /** Whether pages are in landscape format, for tables with many columns. */
  readonly isWide?: boolean;
  readonly blocks: readonly Block[];
};

export type Block =
  /** For the kind `link`, `text` is the address of the link. */
  | { readonly kind: 'heading' | 'paragraph' | 'strong' | 'small' | 'link'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  | Table;

/** A label and its value. */
export type Fact = readonly [label: string, value: string];

export type Table = {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  /** The rows are read only once, so a long table may generate them. */
  readonly rows: Iterable<Cells>;
  /** Rows with totals, in bold below the other rows. */
  readonly totals?: readonly Cells[];
};
export type Cells = readonly string[];

export type Column = {
  readonly heading: string;
  /** Share of the page's width, relative to the other columns. */
  readonly share: number;
  /** Whether the column has numbers. They are aligned to the right, so that their last digits are below each other. */
  readonly isNumber?: boolean;
};
