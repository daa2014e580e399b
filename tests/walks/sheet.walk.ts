import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect } from '@playwright/test'
import { admin, newPerson, signIn, workingAs } from '../e2e/people.ts'
import { test, type Watch } from './walk.ts'

/** A draft with three lines, open in the sheet; a colleague works in it too. */
async function atSheet(context: BrowserContext, watch: Watch) {
  const [seller, colleague] = [await newPerson('sales', 'Seller'), await newPerson('sales', 'Colleague')]
  const { data: contact } = await admin()
    .from('contacts')
    .insert({ type: 'Person', name: 'Anna', last_name: randomUUID().slice(0, 8) })
    .select('id')
    .single()
    .throwOnError()
  const sales = await workingAs(seller)
  const { data: id } = await sales
    .rpc('create_quotation', { p_contact_id: contact.id, p_project_title: 'Shop front' })
    .throwOnError()
  const line = (position: string, description: string) => ({
    quotation_id: id,
    position,
    description,
    qty: 1,
    unit_price: 100,
    vat_rate: 18,
  })
  await sales
    .from('quotation_items')
    .insert([line('a0', 'Tray fascia'), line('a1', 'Banner'), line('a2', 'Fitting')])
    .throwOnError()
  await signIn(context, seller)
  const page = await context.newPage()
  await page.goto(`/quotations/${id}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const cell = (description: string, column: string) =>
    page
      .getByRole('grid', { name: 'Lines' })
      .getByRole('row')
      .filter({ hasText: description })
      .locator(`[data-column=${column}]`)
  await expect(cell('Fitting', 'qty')).toBeVisible()
  const other = await workingAs(colleague)
  return {
    page,
    cell,
    add: (description: string) => other.from('quotation_items').insert(line('a3', description)).throwOnError(),
    remove: (description: string) =>
      other
        .from('quotation_items')
        .delete()
        .eq('quotation_id', String(id))
        .eq('description', description)
        .throwOnError(),
    took: (transition: string) => watch.took('sheet', transition),
  }
}

test('a person walks over the sheet and writes in it', async ({ context, watch }) => {
  const { page, cell, took } = await atSheet(context, watch)
  await cell('Tray fascia', 'qty').click()
  await took('browsing: cell.go → no change of state')
  await page.keyboard.press('ArrowDown')
  await took('browsing: cell.step → no change of state')
  await page.keyboard.type('77')
  await took('editing: edit.type → no change of state')
  await page.keyboard.press('Enter')
  await took('editing: edit.commit 1/2 → browsing')
  await cell('Banner', 'qty').dblclick()
  await page.keyboard.press('Enter')
  await took('editing: edit.commit 2/2 → browsing')
  await cell('Banner', 'qty').dblclick()
  await page.keyboard.press('Escape')
  await took('editing: edit.cancel → browsing')
  await cell('Banner', 'qty').dblclick()
  await cell('Fitting', 'qty').click()
  await took('editing: cell.go 2/2 → browsing')
  await page.keyboard.type('9')
  await cell('Tray fascia', 'qty').click()
  await took('editing: cell.go 1/2 → browsing')
  await expect(page.getByText('All saved')).toBeVisible()
})

test('a colleague adds a line and removes one while a person writes', async ({ context, watch }) => {
  const { page, cell, add, remove, took } = await atSheet(context, watch)
  await cell('Banner', 'qty').click()
  await page.keyboard.type('7')
  await add('Scaffold')
  await expect(cell('Scaffold', 'qty')).toBeVisible()
  await took('editing: rows.are 2/2 → no change of state')
  await remove('Banner')
  await took('editing: rows.are 1/2 → browsing')
})
