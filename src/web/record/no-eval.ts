import * as z from 'zod/mini';

/**
 * Loaded before any schema is made: the page's security policy lets nothing write code at run time, and each attempt would be
 * reported to the console.
 */
z.config({ jitless: true });
