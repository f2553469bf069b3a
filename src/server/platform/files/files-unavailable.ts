/**
 * The error if the file storage cannot be used. The cause is the storage, the network or our settings, not the caller.
 */
export class FilesUnavailable extends Error {
  /** Whether the storage refused us, because its keys, bucket or region differ from our settings. */
  readonly isRefusal: boolean;

  constructor(said: string, { isRefusal = false } = {}) {
    super(`object storage: ${said}`);
    this.isRefusal = isRefusal;
  }
}
