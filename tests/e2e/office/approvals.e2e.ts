import { randomUUID } from 'node:crypto';
import { expect, test } from '../world.ts';

test('a request shows on the page of the company; another administrator approves it, and an auditor cannot', async ({
  world,
  signIn,
}) => {
  const [asker, approver, auditor, company] = [
    await world.person({ role: 'Admin', adminRoles: ['registrar'] }),
    await world.person({ role: 'Admin', adminRoles: ['registrar'] }),
    await world.person({ role: 'Admin', adminRoles: ['auditor'] }),
    await world.person(),
  ];
  const title = `Approval ${randomUUID().slice(0, 8)}`;
  const params = JSON.stringify({ id: company.accountId });
  // The setting is one for the whole platform, so this story stores the request instead of requiring approvals.
  await world.database.db
    .insertInto('approval_request')
    .values({
      id: randomUUID(),
      act: 'blacklist',
      operation: 'PUT /admin/accounts/{id}/blacklist',
      params,
      body: JSON.stringify({ remarkContent: 'Unpaid twice' }),
      title,
      page_id: company.accountId,
      requested_by: asker.userId,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();

  const theirs = await signIn(auditor);
  await theirs.goto(`/admin/business-account/${company.accountId}`);
  await expect(theirs.getByText('Waits for another administrator')).toBeVisible();
  for (const name of ['Edit', 'Blacklist'])
    await expect(theirs.getByRole('button', { name, exact: false }).first()).toHaveAttribute('aria-disabled', 'true');
  await theirs.getByRole('link', { name: 'Open approvals' }).click();
  const seen = theirs.getByRole('row', { name: new RegExp(title) });
  await expect(seen.getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'true');

  const page = await signIn(approver);
  await page.goto('/admin/approvals');
  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect(row).toContainText('Unpaid twice');
  await row.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(row).toContainText('Approved');
  await page.goto(`/admin/business-account/${company.accountId}`);
  await expect(page.getByRole('button', { name: /^Reinstate/ })).toBeVisible();
});
