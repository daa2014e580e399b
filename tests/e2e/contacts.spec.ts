import { expect, test } from '@playwright/test'
import { newPerson, signIn } from './people.ts'

test('a business that one colleague adds appears in the list of the other', async ({ browser }) => {
  const [sales, accounts] = [await newPerson('sales', 'Seller'), await newPerson('accounts', 'Keeper')]
  const [hers, his] = [await browser.newContext(), await browser.newContext()]
  await signIn(hers, sales)
  await signIn(his, accounts)
  const name = `Żebbuġ Signs ${sales.name}`
  const [writer, reader] = [await hers.newPage(), await his.newPage()]

  await reader.goto(`/contacts?q=${encodeURIComponent(`zebbug signs ${sales.name}`)}`)
  await expect(reader.getByText('Nobody fits')).toBeVisible()
  await expect(reader.getByText('Live', { exact: true })).toBeVisible()

  await writer.goto('/contacts/add-business')
  await writer.getByLabel('Business name').fill(name)
  await writer.reload()
  await expect(writer.getByLabel('Business name')).toHaveValue(name)
  await writer.getByRole('button', { name: 'Add business' }).click()
  await expect(writer.getByRole('heading', { level: 1, name })).toBeVisible()

  await expect(reader.getByRole('link', { name })).toBeVisible()
})
