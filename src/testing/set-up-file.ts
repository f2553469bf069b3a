import { afterAll } from 'vitest';

/** Test files of a project share a process: what one of them does to the machine's clock ends with it. */
const { now } = Date;
afterAll(() => void (Date.now = now));
