import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** Returns an image of one color, which can be written as PNG or JPEG. */
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 120, b: 90 } } });

export const aPng = (width = 40, height = 30): Promise<Buffer> => picture(width, height).png().toBuffer();

/** Returns a photo whose metadata contain a location and the camera's orientation. */
export const aPhoto = (width = 40, height = 30): Promise<Buffer> =>
  picture(width, height)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '4/1 35/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

/** Returns a tiny PNG file whose header claims this width and height. */
export async function aBomb(width: number, height: number): Promise<Buffer> {
  const png = await aPng();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
