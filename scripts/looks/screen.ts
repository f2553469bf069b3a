import type { Page } from '@playwright/test';
import type { Deployment } from '#testing/permissions/site-map.ts';
import type { Samples } from './samples.ts';

export type Person = 'nobody' | 'newcomer' | 'seller' | 'founder' | 'tran_hoa' | 'admin';

/** A page as a user sees it, or a state of a page that has no path of its own. */
export type Screen = {
  readonly name: string;
  readonly as: Person;
  readonly variant: Deployment['variant'];
  readonly path: (samples: Samples) => string;
  /** Actions on the page before the image is taken. The page is in English. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Set if the screen exists only in wide windows or only on phones. */
  readonly only?: 'wide' | 'phone';
};
