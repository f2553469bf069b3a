export const PICTURE_BYTES_MAX = 60_000;
