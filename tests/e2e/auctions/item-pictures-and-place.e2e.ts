import type { Page } from '@playwright/test';
import { aPhoto } from '#testing/builders/image-builders.ts';
import { expect, test } from '../world.ts';

test('the owner adds an item with images and a location, and a bidder sees them', async ({ world, signIn }) => {
  const [owner, bidder] = [await world.person(), await world.person()];
  const { auctionId } = await world.auction({
    ownerAccountId: owner.accountId,
    startsIn: 3_600,
    endsIn: 7_200,
    items: [],
    bidders: [{ person: bidder }],
  });
  const [own, seen] = await Promise.all([signIn(owner), signIn(bidder)]);

  await test.step('a file that is no image is rejected beside the field, and a large image is made smaller', async () => {
    await own.goto(`/user/update/${auctionId}`);
    await own.getByRole('button', { name: 'Add item', exact: true }).first().click();
    const dialog = own.getByRole('dialog');
    await dialog.getByLabel(/^Country/).selectOption({ label: 'Malaysia' });
    await dialog.getByLabel(/^Fuel type/).selectOption({ label: 'Hydro' });
    await dialog.getByLabel(/^Vintage year/).fill('2025');
    await dialog.getByLabel(/^Quantity/).fill('5000');
    await dialog.getByLabel(/^Minimum bid price/).fill('3');
    await dialog.getByLabel(/^Maximum bid price/).fill('15');
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a picture') };
    const photo = { name: 'dam.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(2_600, 1_300) };
    await chooseFiles(own, [text, photo]);
    await expect(dialog.getByText('notes.txt: The file type must be .jpg, .jpeg, .png')).toBeVisible();
    await expect(dialog.getByRole('img', { name: 'Images 1' })).toBeVisible();
    await expect(dialog.getByLabel(/^Quantity/)).toHaveValue('5,000');
  });

  await test.step('an unknown place is reported, and a known one is found and moved on the map by keyboard', async () => {
    const dialog = own.getByRole('dialog');
    const find = dialog.getByRole('button', { name: 'Find on the map' });
    await dialog.getByLabel('Plant location').fill('Nowhere in particular');
    await find.click();
    await expect(dialog.getByText('Unable to determine latitude and longitude')).toBeVisible();
    // The button stays beside the field, at the same height, even while the field shows an error.
    const [field, button] = [await dialog.getByLabel('Plant location').boundingBox(), await find.boundingBox()];
    expect((button?.x ?? 0) - (field?.x ?? 0)).toBeGreaterThan(200);
    expect(Math.abs((button?.y ?? 0) - (field?.y ?? 0))).toBeLessThan(3);
    await dialog.getByLabel('Plant location').fill('Temengor Lake, Gerik, Perak');
    await find.click();
    await expect(dialog.getByLabel('Latitude')).toHaveValue('5.41667');
    // After a change of the address, the coordinates of the previous address are gone.
    await dialog.getByLabel('Plant location').fill('Xyzzy nowhere');
    for (const figure of ['Latitude', 'Longitude']) await expect(dialog.getByLabel(figure)).toHaveValue('');
    await dialog.getByLabel('Plant location').fill('Temengor Lake, Gerik, Perak');
    await find.click();
    await expect(dialog.getByLabel('Latitude')).toHaveValue('5.41667');
    await dialog.getByRole('button', { name: /^Map:/ }).press('ArrowUp');
    await expect(dialog.getByLabel('Latitude')).toHaveValue('5.6167');
    await dialog.getByRole('button', { name: 'Add item', exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the bidder sees the place on the map, and the image, enlarged by a click and closed by Escape', async () => {
    await seen.goto(`/user/auction/${auctionId}/detail`);
    await expect(seen.getByRole('img', { name: 'Map of 1 plant' })).toBeVisible();
    await expect(seen.getByText('Temengor Lake, Gerik, Perak').first()).toBeVisible();
    await seen.getByRole('button', { name: 'Enlarge: MY.Hydro.2025, image 1 of 1' }).click();
    const picture = seen.getByRole('dialog').getByRole('img', { name: 'MY.Hydro.2025, image 1 of 1' });
    // The camera was rotated, so width and height are swapped. No side is longer than the limit.
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([960, 1_920]);
    await seen.keyboard.press('Escape');
    await expect(seen.getByRole('dialog')).toBeHidden();
  });
});

type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

async function chooseFiles(page: Page, files: ChosenFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Add images/ })
    .click();
  await (await chooser).setFiles(files);
}
