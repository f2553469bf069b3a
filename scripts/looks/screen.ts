import type { Page } from '@playwright/test';
import type { Deployment } from '#testing/permissions/site-map.ts';
import type { Samples } from './samples.ts';

export type Person = 'nobody' | 'newcomer' | 'seller' | 'founder' | 'tran_hoa' | 'admin';

/** A page as somebody sees it, or a state of one that has no address of its own. */
export type Screen = {
  readonly name: string;
  readonly as: Person;
  readonly variant: Deployment['variant'];
  readonly path: (samples: Samples) => string;
  /** What is done on it first, in English. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Where it is only there in wide windows, or on phones. */
  readonly only?: 'wide' | 'phone';
};
