/** A read asks for something that only the primary knows. `replica.ts` then runs it on the primary. */
export class NeedsPrimary extends Error {
  constructor() {
    super('this read needs the primary');
  }
}
