import { expect, test } from '../world.ts';

test('an owner invites an administrator and changes roles; an auditor sees everything and changes nothing', async ({
  world,
  signIn,
}) => {
  const [owner, auditor] = [
    await world.person({ role: 'Admin' }),
    await world.person({ role: 'Admin', adminRoles: ['auditor'] }),
  ];
  const page = await signIn(owner);
  await page.goto('/admin/administrators');
  await page.getByRole('button', { name: 'Invite administrator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByLabel(/^Username/)).toBeFocused();
  const name = `fay-${owner.username.slice(1, 6)}`;
  await dialog.getByLabel(/^Username/).fill(name);
  await dialog.getByLabel(/^Email address/).fill(`${name}@example.test`);
  await dialog.getByLabel('Finance').check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Finance');
  await expect(row).toContainText('Invited, link valid until');
  await row.getByRole('button', { name: /^Change roles/ }).click();
  await dialog.getByLabel('Registrar').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Registrar, Finance');
  await row.getByRole('button', { name: /^Remove/ }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toBeHidden();

  const theirs = await signIn(auditor);
  await theirs.goto('/admin/administrators');
  await expect(theirs.getByRole('row', { name: new RegExp(owner.username) })).toContainText('Owner');
  await theirs.getByRole('button', { name: 'Invite administrator' }).hover();
  await expect(theirs.getByText('Your roles as an administrator don’t allow this change').first()).toBeVisible();
});
