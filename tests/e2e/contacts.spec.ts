import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test('a business that one colleague adds appears in the list of the other', async ({ browser }) => {
  const [sales, accounts] = [await newPerson('sales', 'Seller'), await newPerson('accounts', 'Keeper')]
  const [hers, his] = [await browser.newContext(), await browser.newContext()]
  await signIn(hers, sales)
  await signIn(his, accounts)
  const name = `Żebbuġ Signs ${sales.name}`
  const [writer, reader] = [await hers.newPage(), await his.newPage()]

  await reader.goto(`/contacts?q=${encodeURIComponent(`zebbug signs ${sales.name}`)}`)
  await expect(reader.getByText('No contacts match these filters')).toBeVisible()
  await expect(reader.getByText('Live', { exact: true })).toBeVisible()

  await writer.goto('/contacts/add-business')
  await writer.getByLabel('Business name').fill(name)
  await writer.reload()
  await expect(writer.getByLabel('Business name')).toHaveValue(name)
  await writer.getByRole('button', { name: 'Add business' }).click()
  await expect(writer.getByRole('heading', { level: 1, name })).toBeVisible()

  await expect(reader.getByRole('link', { name })).toBeVisible()
})

test('whoever looks at a card that a colleague merges into another is led to that one', async ({ browser }) => {
  const [manager, sales] = [await newPerson('account_manager', 'Merger'), await newPerson('sales', 'Looker')]
  const { data: cards } = await admin()
    .from('contacts')
    .insert([
      { type: 'Business', profile: 'verified', company: `Kept ${sales.name}` },
      { type: 'Business', profile: 'verified', company: `Gone ${sales.name}`, phone: '2122 3344' },
    ])
    .select('id, company')
    .throwOnError()
  const idOf = (word: string) => cards.find(({ company }) => String(company).startsWith(word))?.id
  const [kept, gone] = [idOf('Kept'), idOf('Gone')]
  const [hers, his] = [await browser.newContext(), await browser.newContext()]
  await signIn(hers, manager)
  await signIn(his, sales)
  const [writer, reader] = [await hers.newPage(), await his.newPage()]

  await reader.goto(`/contacts/business/${gone}`)
  await expect(reader.getByRole('heading', { level: 1, name: `Gone ${sales.name}` })).toBeVisible()
  await expect(reader.getByText('Live', { exact: true })).toBeVisible()

  await writer.goto(`/contacts/business/${kept}?merge=${gone}`)
  await writer.getByRole('button', { name: 'Merge into one contact' }).click()
  await expect(writer.getByRole('heading', { level: 1, name: `Kept ${sales.name}` })).toBeVisible()

  await expect(reader.getByRole('heading', { level: 1, name: `Kept ${sales.name}` })).toBeVisible()
  await expect(reader.getByRole('link', { name: '2122 3344' })).toBeVisible()
  await expect(reader).toHaveURL(new RegExp(`/contacts/business/${kept}$`))
})

test('a file of another program is imported, and what was refused comes back as a file', async ({ page, context }) => {
  const sales = await newPerson('sales', 'Importer')
  await signIn(context, sales)
  const rows = [`Zo\xEB;${sales.name};zoe.${sales.email};no`, `Bob;${sales.name};;perhaps`]
  const buffer = Buffer.from(`Vorname;Surname;E-Mail;On stop\r\n${rows.join('\r\n')}\r\n`, 'latin1')

  await page.goto('/contacts')
  await page.getByRole('button', { name: 'More about contacts' }).click()
  await page.getByRole('menuitem', { name: 'Import from a file' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('2 rows · 4 columns · Windows-1252')).toBeVisible()
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await expect(page.getByText('On stop: “perhaps” is neither yes nor no')).toBeVisible()
  await page.getByRole('button', { name: 'Add 1 contact' }).click()
  await expect(page.getByText('1 added', { exact: true })).toBeVisible()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save these rows with the reasons' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toBe(
    '\uFEFFVorname,Surname,E-Mail,On stop,Line,Why it was not imported\r\n' +
      `Bob,${sales.name},,perhaps,3,On stop: “perhaps” is neither yes nor no\r\n`,
  )
  await page.goto(`/contacts?q=${encodeURIComponent(`zoe ${sales.name}`)}`)
  await expect(page.getByRole('link', { name: `Zoë ${sales.name}` })).toBeVisible()
})
