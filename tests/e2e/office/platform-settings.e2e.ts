import { expect, test } from '../world.ts';

test('an owner adds a country with a province and a business type, and a new company chooses them', async ({
  world,
  signIn,
}) => {
  const page = await signIn(await world.person({ role: 'Admin' }));
  await page.goto('/admin/platform');
  const countries = page.getByLabel(/^Countries of companies/);
  const provinces = page.getByLabel(/^Provinces or states/);
  const types = page.getByLabel(/^Types/);
  await expect(countries).toHaveValue(/MY/);
  const before = { countries: await countries.inputValue(), provinces: await provinces.inputValue() };
  const typesBefore = await types.inputValue();

  await test.step('bad input is refused beside its field', async () => {
    await countries.fill('');
    await page.getByRole('button', { name: 'Save countries' }).click();
    await expect(countries).toBeFocused();
    await countries.fill(`${before.countries}, QQ`);
    await page.getByRole('button', { name: 'Save countries' }).click();
    await expect(page.getByText('QQ isn’t a country code of ISO 3166')).toBeVisible();
    await countries.fill(`${before.countries}, TH`);
    await provinces.fill(`${before.provinces}\nTH-10 | Bangkok | 曼谷\nTH-10 | Bangkok`);
    await page.getByRole('button', { name: 'Save countries' }).click();
    await expect(page.getByText('The province TH-10 is listed twice')).toBeVisible();
  });

  await test.step('valid settings are saved', async () => {
    await provinces.fill(`${before.provinces}\nTH-10 | Bangkok | 曼谷`);
    await page.getByRole('button', { name: 'Save countries' }).click();
    await expect(page.getByRole('status').getByText('Platform settings saved').first()).toBeVisible();
    await types.fill(`${typesBefore}\nCooperative | Cooperative | 合作社`);
    await page.getByRole('button', { name: 'Save business types' }).click();
    await expect(page.getByRole('button', { name: 'Save business types' })).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('the registration of a company offers them', async () => {
    const founder = await world.person();
    await world.database.db.deleteFrom('account_member').where('user_id', '=', founder.userId).execute();
    const theirs = await signIn(founder);
    await theirs.goto('/user/account-registration/create');
    await theirs.getByLabel(/^Country/).selectOption('Thailand');
    await theirs.getByLabel(/^Province/).selectOption('Bangkok');
    await theirs.getByLabel(/^Business type/).selectOption('Cooperative');
  });

  await test.step('the settings are put back for the other stories', async () => {
    await countries.fill(before.countries);
    await provinces.fill(before.provinces);
    await page.getByRole('button', { name: 'Save countries' }).click();
    await expect(page.getByRole('button', { name: 'Save countries' })).toHaveAttribute('aria-disabled', 'true');
    await types.fill(typesBefore);
    await page.getByRole('button', { name: 'Save business types' }).click();
    await expect(page.getByRole('button', { name: 'Save business types' })).toHaveAttribute('aria-disabled', 'true');
  });
});

test('an owner adds a country of RECs, and an item of an auction has it', async ({ world, signIn }) => {
  const admin = await world.person({ role: 'Admin' });
  const seller = await world.person();
  const { auctionId } = await world.auction({
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    startsIn: 3_600,
    endsIn: 7_200,
    items: [],
    bidders: [],
  });
  const page = await signIn(admin);
  await page.goto('/admin/platform');
  const countries = page.getByLabel(/^Countries of RECs/);
  const save = page.getByRole('button', { name: 'Save countries' });
  await expect(countries).toHaveValue('CN, MY, VN');
  await countries.fill('CN, MY, VN, QQ');
  await save.click();
  await expect(page.getByText('QQ isn’t a country code of ISO 3166')).toBeVisible();
  await countries.fill('CN, MY, VN, TH');
  await save.click();
  await expect(save).toHaveAttribute('aria-disabled', 'true');

  const theirs = await signIn(seller);
  await theirs.goto(`/user/update/${auctionId}`);
  await theirs.getByRole('button', { name: 'Add item', exact: true }).first().click();
  const dialog = theirs.getByRole('dialog');
  await dialog.getByLabel(/^Country/).selectOption('Thailand');
  await dialog.getByLabel(/^Fuel type/).selectOption('Wind');
  await dialog.getByLabel(/^Vintage year/).fill('2025');
  await dialog.getByLabel(/^Quantity/).fill('5000');
  await dialog.getByLabel(/^Minimum bid price/).fill('3');
  await dialog.getByLabel(/^Maximum bid price/).fill('15');
  await dialog.getByRole('button', { name: 'Add item', exact: true }).click();
  await expect(theirs.getByText('TH.Wind.2025').first()).toBeVisible();

  await countries.fill('CN, MY, VN');
  await save.click();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
});

test('an administrator who is no owner reads the settings and cannot change them', async ({ world, signIn }) => {
  const page = await signIn(await world.person({ role: 'Admin', adminRoles: ['auditor'] }));
  await page.goto('/admin/platform');
  await expect(page.getByText('Only owners can change them')).toBeVisible();
  await expect(page.getByLabel(/^Countries of companies/)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save countries' })).toBeHidden();
});
