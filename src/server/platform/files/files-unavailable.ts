/** Stored files can't be reached: a fault of the storage, of the way there or of what we know of it, not of who asks. */
export class FilesUnavailable extends Error {
  /** The storage answered, and doesn't want us: its keys, its bucket or its region aren't what we were told. */
  readonly isRefusal: boolean;

  constructor(said: string, { isRefusal = false } = {}) {
    super(`object storage: ${said}`);
    this.isRefusal = isRefusal;
  }
}
