import type { Locator, Page } from '@playwright/test';
import type { Scenes } from './stage.ts';

/** Returns a phrase in the language of the page. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** One picture of a guide: the user, the actions on the page first, and the part that is shown. */
export type Shot = {
  readonly name: string;
  readonly as: 'newcomer' | 'seller' | 'admin' | 'tran_hoa' | 'nobody';
  readonly path: (scenes: Scenes) => string;
  readonly prepare?: (page: Page, say: Say) => Promise<void>;
  /** Undefined shows the whole page between its bars. */
  readonly of?: (page: Page, say: Say) => Locator[];
  /** Largest height, from the top, in pixels of the page. */
  readonly height?: number;
  /** Width of the window. A narrower page appears larger in the guide. */
  readonly width?: number;
};
