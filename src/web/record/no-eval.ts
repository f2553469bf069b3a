import * as z from 'zod/mini';

/**
 * Must be loaded before any schema is created: the page's security policy forbids `eval`, and each attempt would be
 * reported in the console.
 */
z.config({ jitless: true });
