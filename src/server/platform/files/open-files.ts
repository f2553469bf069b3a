import type { Config } from '#server/platform/config/config.ts';
import { folderStore, type FileStore } from '#server/platform/files/files.ts';
import { FilesUnavailable } from '#server/platform/files/files-unavailable.ts';
import { s3Store } from '#server/platform/files/s3-files.ts';

type Settings = Pick<
  Config,
  'filesFolder' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY'
>;

/** Opens the deployment's file storage: the configured bucket, otherwise a folder. */
export function openFiles({ filesFolder, ...settings }: Settings): FileStore {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = settings;
  if (!endpoint || !bucket) return folderStore(filesFolder);
  const keys = accessKey && secretKey ? { accessKey, secretKey } : undefined;
  return s3Store({ endpoint, bucket, region: settings.S3_REGION, keys });
}

/**
 * Checks the file storage. Throws if the storage refuses us, because waiting would not help. Only warns if the storage
 * is unreachable, because auctions run without files and the storage may become reachable later.
 */
export async function checkFiles(files: FileStore, warn: (text: string) => void): Promise<void> {
  try {
    await files.check();
  } catch (failure) {
    if (!(failure instanceof FilesUnavailable) || failure.isRefusal) throw failure;
    warn(`${failure.message}. Files cannot be stored or shown until the storage is reachable.`);
  }
}
