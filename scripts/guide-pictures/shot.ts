import type { Locator, Page } from '@playwright/test';
import type { Scenes } from './stage.ts';

/** Returns a phrase in the page's language. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** An image for a guide: the user who sees the page, the actions before the image is taken, and the visible part. */
export type Shot = {
  readonly name: string;
  readonly as: 'newcomer' | 'seller' | 'admin' | 'tran_hoa' | 'nobody';
  readonly path: (scenes: Scenes) => string;
  readonly prepare?: (page: Page, say: Say) => Promise<void>;
  /** Returns the elements that the image shows. If undefined, the image shows the main part without header and menu. */
  readonly of?: (page: Page, say: Say) => Locator[];
  /** Maximum height of the image, from the top, in pixels of the page. */
  readonly height?: number;
  /** Width of the window. In the guide, a page in a narrow window appears larger. */
  readonly width?: number;
};
