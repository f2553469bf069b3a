import type { Locator, Page } from '@playwright/test';
import type { Scenes } from './stage.ts';

/** Says a phrase in the language of the page. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** One picture of a guide: whose page, what is done on it first, and what of it is shown. */
export type Shot = {
  readonly name: string;
  readonly as: 'newcomer' | 'seller' | 'admin' | 'tran_hoa' | 'nobody';
  readonly path: (scenes: Scenes) => string;
  readonly prepare?: (page: Page, say: Say) => Promise<void>;
  /** Without it, all of the page between its bars. */
  readonly of?: (page: Page, say: Say) => Locator[];
  /** At most so much of it from its top, in pixels of the page. */
  readonly height?: number;
  /** Width of the window; a page that is narrower is larger in the guide. */
  readonly width?: number;
};
