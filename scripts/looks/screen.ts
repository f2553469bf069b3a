import type { Page } from '@playwright/test';
import type { Deployment } from '#testing/permissions/site-map.ts';
import type { Samples } from './samples.ts';

export type Person = 'nobody' | 'newcomer' | 'seller' | 'founder' | 'tran_hoa' | 'admin';

/** A page as a user sees it, or a state of a page that has no address of its own. */
export type Screen = {
  readonly name: string;
  readonly as: Person;
  readonly variant: Deployment['variant'];
  readonly path: (samples: Samples) => string;
  /** Actions before the picture, in English. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Set if the screen exists only in wide windows, or only on phones. */
  readonly only?: 'wide' | 'phone';
};
