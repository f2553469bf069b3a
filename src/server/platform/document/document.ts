import type { Language } from '#domain/basics/language.ts';

/** Who speaks in a document: the variant's name, its title in the reader's language, and its colour as `#rrggbb`. */
export type Brand = {
  readonly name: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly primaryColor: string;
};

/** For whom a document is made: it speaks their language and tells the time of their zone. */
export type DocumentReader = { readonly language: Language; readonly timeZone: string };

/** A document as data: what it says, not how it looks. Pages, fonts and tags are the renderer's business. */
export type PdfDocument = DocumentReader & {
  readonly brand: Brand;
  readonly title: string;
  /** What one quotes it by; stands on every page. */
  readonly number: string;
  /** When what it states came about: the same figures make the same bytes, whenever they are drawn. */
  readonly statedAt: Date;
  /** On wide pages, for tables of many columns. */
  readonly isWide?: boolean;
  readonly blocks: readonly Block[];
};

export type Block =
  /** A link's text is the address that it leads to. */
  | { readonly kind: 'heading' | 'paragraph' | 'strong' | 'small' | 'link'; readonly text: string }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  | Table;

/** A label and what it stands for. */
export type Fact = readonly [label: string, value: string];

export type Table = {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  /** Long ones may be made while they are taken: each line is asked for once. */
  readonly rows: Iterable<Cells>;
  /** Stand below the rows, stressed. */
  readonly totals?: readonly Cells[];
};
export type Cells = readonly string[];

export type Column = {
  readonly heading: string;
  /** Of the page's width, beside those of the other columns. */
  readonly share: number;
  /** Numbers stand with their last digits below each other. */
  readonly isNumber?: boolean;
};
