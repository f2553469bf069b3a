/** Stored files cannot be reached. The fault is in the storage, the network or our settings, not the caller's. */
export class FilesUnavailable extends Error {
  /** The storage answered and refused us: its keys, bucket or region differ from our settings. */
  readonly isRefusal: boolean;

  constructor(said: string, { isRefusal = false } = {}) {
    super(`object storage: ${said}`);
    this.isRefusal = isRefusal;
  }
}
