import { expect } from '@playwright/test'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

/** A client of one's own, found by a name that nobody else has. */
async function newClient(person: Person): Promise<{ id: string; name: string }> {
  const name = `Kiosk ${person.name}`
  const { data } = await admin()
    .from('contacts')
    .insert({ type: 'Business', profile: 'verified', company: name, name })
    .select('id')
    .single()
    .throwOnError()
  return { id: data.id, name }
}

test('a pin that one colleague drags is on the map of the other, and stays while a task hangs on it', async ({
  browser,
}) => {
  const [sales, manager] = [await newPerson('sales', 'Seller'), await newPerson('account_manager', 'Manager')]
  const [hers, his] = [await browser.newContext(), await browser.newContext()]
  await signIn(hers, sales)
  await signIn(his, manager)
  const client = await newClient(sales)
  const [writer, reader] = [await hers.newPage(), await his.newPage()]

  await reader.goto(`/locations?q=${encodeURIComponent(client.name)}`)
  await expect(reader.getByText('No locations match these filters')).toBeVisible()
  await expect(reader.getByText('Live', { exact: true })).toBeVisible()

  await writer.goto(`/locations?add=yes&client=${client.id}`)
  await writer.getByLabel('Name of the location').fill('Beach kiosk')
  const map = writer.getByRole('group', { name: 'Map to put the pin on' })
  await map.click({ position: { x: 300, y: 200 } })
  const pin = map.getByRole('button', { name: /^Pin at/ })
  const before = await pin.getAttribute('aria-label')
  await pin.hover()
  await writer.mouse.down()
  const box = await map.boundingBox()
  await writer.mouse.move((box?.x ?? 0) + 380, (box?.y ?? 0) + 240, { steps: 4 })
  await writer.mouse.up()
  await expect(pin).not.toHaveAttribute('aria-label', before ?? '')
  await writer.getByLabel('Coordinates or map link').fill('https://www.google.com/maps/@35.8997,14.5148,17z')
  await expect(map.getByRole('button', { name: /^Pin at 35.89970, 14.51480/ })).toBeVisible()
  await writer.getByRole('button', { name: 'Add location', exact: true }).click()
  await expect(writer.getByRole('heading', { level: 2, name: 'Beach kiosk' })).toBeVisible()

  await expect(reader.getByRole('table', { name: 'Locations' })).toContainText('Beach kiosk')
  await reader.getByRole('button', { name: 'Beach kiosk' }).click()
  await expect(reader.getByText('35.89970, 14.51480')).toBeVisible()

  const { data: site } = await admin()
    .from('locations')
    .select('id')
    .eq('business_id', client.id)
    .single()
    .throwOnError()
  await admin()
    .from('tasks')
    .insert({
      title: 'Measure the kiosk',
      created_by: sales.id,
      assignees: [manager.id],
      contact_id: client.id,
      location_id: site.id,
    })
    .throwOnError()
  await expect(reader.getByRole('link', { name: 'Measure the kiosk' })).toBeVisible()
  await reader.getByRole('button', { name: 'Remove' }).click()
  await reader.getByRole('button', { name: 'Remove location' }).click()
  await expect(reader.getByText('This location is in use: 1 task. Give them another location first.')).toBeVisible()
})

test('credit that sales asks for is decided by accounts while both look, and the client has its limit', async ({
  browser,
}) => {
  const [sales, accounts] = [await newPerson('sales', 'Seller'), await newPerson('accounts', 'Keeper')]
  const [hers, his] = [await browser.newContext(), await browser.newContext()]
  await signIn(hers, sales)
  await signIn(his, accounts)
  const client = await newClient(sales)
  const [writer, decider] = [await hers.newPage(), await his.newPage()]

  await writer.goto(`/credit-application?new=yes&client=${client.id}`)
  await writer.getByRole('button', { name: 'Start application' }).click()
  await writer.getByLabel('Limit asked for').fill('5,000')
  await writer.getByLabel('Payment terms (days)').fill('60')
  await writer.getByLabel('Company').first().fill('Quarry Ltd')
  await writer.getByLabel('Company').nth(1).fill('Paint & Co')
  await writer.reload()
  await expect(writer.getByLabel('Limit asked for')).toHaveValue('5,000')
  await writer.getByLabel('Signed by').fill('Ġorġ Abela')
  await writer.getByRole('checkbox', { name: /They accept our terms/ }).check()
  await writer.getByRole('button', { name: 'Save draft' }).click()
  await expect(writer.getByText('Complete: ready to be submitted.')).toBeVisible()

  await decider.goto(`/credit-application${new URL(writer.url()).search}`)
  await expect(decider.getByText('Draft', { exact: true })).toBeVisible()
  await expect(decider.getByText('Live', { exact: true })).toBeVisible()
  await writer.getByRole('button', { name: 'Submit for decision' }).click()

  await decider.getByLabel('Limit to give').fill('4000.50')
  await decider.getByLabel('Payment terms (days)').fill('30')
  await decider.getByRole('button', { name: 'Approve €4,000.50' }).click()

  await expect(writer.getByRole('region', { name: 'Decision' })).toContainText('€4,000.50')
  await expect(writer.getByRole('region', { name: 'The contact now' })).toContainText('30 days')
  const { data: contact } = await admin()
    .from('contacts')
    .select('credit_limit, payment_terms_days')
    .eq('id', client.id)
    .single()
    .throwOnError()
  expect(contact).toEqual({ credit_limit: 4000.5, payment_terms_days: 30 })
})
