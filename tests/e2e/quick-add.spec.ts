import { expect, type BrowserContext } from '@playwright/test'
import { QuickAddDialog } from './pages/quick-add-dialog.ts'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, type Person, signIn } from './people.ts'
import { test } from './test.ts'

async function openFor(context: BrowserContext, person: Person): Promise<QuickAddDialog> {
  await signIn(context, person)
  const page = await context.newPage()
  await new StaffPage(page).open()
  const quickAdd = new QuickAddDialog(page)
  await quickAdd.open()
  return quickAdd
}

async function newClient(mark: string) {
  const db = admin()
  const name = `Lighthouse ${mark}`
  const client = await db.from('contacts').insert({ name, type: 'Business' }).select('id').single().throwOnError()
  const site = await db
    .from('locations')
    .insert({ label: 'Shop front', city: 'Sliema', business_id: client.data.id })
    .select('id')
    .single()
    .throwOnError()
  const number = `E2E-${mark}`
  const quotation = await db
    .from('quotations')
    .insert({ quotation_number: number, contact_id: client.data.id, status: 'sent' })
    .select('id')
    .single()
    .throwOnError()
  return { id: client.data.id, name, siteId: site.data.id, number, quotationId: quotation.data.id }
}

const tasksOf = async (person: Person) => {
  const { data } = await admin()
    .from('tasks')
    .select('title, description, assignees, images, contact_id, location_id, related_quotation_id')
    .eq('created_by', person.id)
    .order('created_at')
    .throwOnError()
  return data
}

test('spec 2 §5: a task with a mention, a quotation, a checklist and a file is created as it was written', async ({
  context,
}) => {
  const [author, colleague] = [await newPerson('sales', 'Author'), await newPerson('team_member', 'Colleague')]
  const client = await newClient(colleague.name.split(' ')[1] ?? '')
  const quickAdd = await openFor(context, author)
  await expect(quickAdd.create).toBeDisabled()

  await quickAdd.title.fill('Cut the fascia')
  await quickAdd.description.click()
  await quickAdd.page.keyboard.type(`please ask @${colleague.name}`)
  await quickAdd.page.getByRole('option', { name: `@${colleague.name}` }).click()
  await quickAdd.says('Users mentioned and added')
  await quickAdd.relatedTo.fill(client.number)
  await quickAdd.page.getByRole('option', { name: client.number }).click()
  await expect(quickAdd.dialog.getByText(client.name)).toBeVisible()
  await quickAdd.addChecklistItem('Measure')
  await quickAdd.attach('Żebbuġ front.pdf', 'application/pdf')
  await expect(quickAdd.dialog.getByText('Uploaded')).toBeVisible()
  await quickAdd.create.click()
  await quickAdd.says('1 task(s) created successfully')
  await expect(quickAdd.dialog).toBeHidden()

  const mention = `<span class="mention" data-mention="${colleague.id}">@${colleague.name}</span>`
  expect(await tasksOf(author)).toEqual([
    {
      title: 'Cut the fascia',
      description: expect.stringMatching(
        new RegExp(
          `^<p>please ask ${mention}&nbsp;</p><ul class="todo-list" data-list="todo"><li data-list="unchecked" data-id="[^"]+">Measure</li></ul>$`,
        ),
      ),
      assignees: [colleague.id],
      images: [expect.stringMatching(/^\d{13}-Zebbug-front\.pdf$/)],
      contact_id: client.id,
      location_id: null,
      related_quotation_id: client.quotationId,
    },
  ])
  const notices = await admin().from('notifications').select('type').eq('user_id', colleague.id).throwOnError()
  expect(notices.data).toEqual([{ type: 'task_mentioned' }])
})

test('spec 2 §4: what was typed survives a reload, is offered quietly, and is created once', async ({ context }) => {
  const [author, colleague] = [await newPerson('sales', 'Author'), await newPerson('team_member', 'Colleague')]
  const quickAdd = await openFor(context, author)
  await quickAdd.title.fill('Weed the vinyl')
  await quickAdd.assign(colleague.name)
  await quickAdd.page.reload()
  await expect(quickAdd.description).toBeVisible()
  await expect(quickAdd.title).toHaveValue('')
  await quickAdd.dialog.getByRole('button', { name: 'Restore what you typed' }).click()
  await expect(quickAdd.title).toHaveValue('Weed the vinyl')
  await quickAdd.create.click()
  await quickAdd.says('1 task(s) created successfully')

  await quickAdd.open()
  await expect(quickAdd.dialog.getByRole('button', { name: 'Restore what you typed' })).toBeHidden()
  expect((await tasksOf(author)).map(({ title, assignees }) => [title, assignees])).toEqual([
    ['Weed the vinyl', [colleague.id]],
  ])
})

test('spec 2 §4: a private task with a mention is shared with whom it names; its neighbour stays private', async ({
  context,
}) => {
  const [author, colleague] = [await newPerson('sales', 'Author'), await newPerson('team_member', 'Colleague')]
  const quickAdd = await openFor(context, author)
  await quickAdd.privateSwitch.click()
  await quickAdd.title.fill('Order gloves')
  await quickAdd.dialog.getByRole('button', { name: 'Add another task' }).click()
  await quickAdd.title.first().fill(`Ask @${colleague.name} for sizes`)
  await expect(quickAdd.dialog.getByText(`${colleague.name} will be added because of the mention.`)).toBeVisible()
  await quickAdd.create.click()
  await quickAdd.says('2 task(s) created successfully')
  await quickAdd.says('Users mentioned and added')
  await quickAdd.says('Private task converted to shared')
  expect((await tasksOf(author)).map(({ title, assignees }) => [title, assignees]).toSorted()).toEqual([
    [`Ask @${colleague.name} for sizes`, [colleague.id]],
    ['Order gloves', []],
  ])
})

test('spec 2 §8: a file that cannot be uploaded stops the creation, and goes with it when tried again', async ({
  context,
}) => {
  const author = await newPerson('sales', 'Author')
  const quickAdd = await openFor(context, author)
  await quickAdd.privateSwitch.click()
  await quickAdd.title.fill('Order gloves')
  await quickAdd.page.route('**/storage/v1/object/upload/**', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 507, json: { message: 'The disk is full' } })
      : route.fallback(),
  )
  await quickAdd.attach('size.png', 'image/png')
  await expect(quickAdd.dialog.getByRole('alert')).toHaveText('Failed to upload image: The disk is full')
  await quickAdd.create.click()
  await quickAdd.says('Upload failed')
  await expect(quickAdd.create).toBeEnabled()
  expect(await tasksOf(author)).toEqual([])

  await quickAdd.page.unroute('**/storage/v1/object/upload/**')
  await quickAdd.dialog.getByRole('button', { name: 'Try size.png again' }).click()
  await quickAdd.create.click()
  await quickAdd.says('1 task(s) created successfully')
  expect((await tasksOf(author)).map(({ images }) => images.length)).toEqual([1])
})

test('spec 2 §2: the second of three that cannot be saved stops, says why, and only the rest is tried again', async ({
  context,
}) => {
  const author = await newPerson('sales', 'Author')
  const quickAdd = await openFor(context, author)
  await quickAdd.privateSwitch.click()
  for (const title of ['Third', 'Second', 'First']) {
    await quickAdd.title.first().fill(title)
    if (title !== 'First') await quickAdd.dialog.getByRole('button', { name: 'Add another task' }).click()
  }
  await quickAdd.page.route('**/rest/v1/tasks*', (route) =>
    route.request().postData()?.includes('Second')
      ? route.fulfill({ status: 400, json: { code: '23514', message: 'Not today', details: null, hint: null } })
      : route.fallback(),
  )
  await quickAdd.create.click()
  await quickAdd.says('1 task(s) created successfully')
  await quickAdd.says('Failed to save task: Not today')
  await expect(quickAdd.title).toHaveCount(2)

  await quickAdd.page.unroute('**/rest/v1/tasks*')
  await quickAdd.create.click()
  await quickAdd.says('2 task(s) created successfully')
  expect((await tasksOf(author)).map(({ title }) => title).toSorted()).toEqual(['First', 'Second', 'Third'])
})

test('spec 2 §4: a client opens the switch and the location picker; Street View says what it can show', async ({
  context,
}) => {
  const author = await newPerson('sales', 'Author')
  const client = await newClient(author.name.split(' ')[1] ?? '')
  const quickAdd = await openFor(context, author)
  const { dialog, page } = quickAdd
  let pictures: 'missing' | 'there' = 'missing'
  await page.route('**/functions/v1/get-secret', (route) => route.fulfill({ json: { secret: 'key' } }))
  await page.route('https://maps.googleapis.com/**', (route) =>
    pictures === 'missing'
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )

  await quickAdd.relatedTo.fill('zzzzzz')
  await quickAdd.says('No quotations or clients found')
  await quickAdd.relatedTo.fill(client.name)
  await page.getByRole('option', { name: client.name }).click()
  const location = dialog
    .getByRole('combobox', { name: 'Location' })
    .or(dialog.getByRole('textbox', { name: 'Location' }))
  await location.click()
  await page.getByRole('option', { name: 'Shop front' }).click()
  await quickAdd.says('Street View not available for this location')

  pictures = 'there'
  await dialog.getByRole('button', { name: 'Clear the location', includeHidden: true }).click()
  await location.click()
  await page.getByRole('option', { name: 'Shop front' }).click()
  await expect(dialog.getByRole('img', { name: 'Street View of Shop front, Sliema' })).toBeVisible()

  await dialog.getByRole('switch', { name: 'Select Quotation' }).click()
  const quotation = dialog.getByRole('textbox', { name: 'Quotation' })
  await quotation.fill('zz')
  await quickAdd.says('No quotations found for this client')
  await quotation.fill(client.number.slice(0, 1))
  await page.getByRole('option', { name: client.number }).click()
  await expect(dialog.getByRole('switch', { name: 'Select Quotation' })).toBeHidden()

  await dialog.getByRole('button', { name: 'Clear the quotation' }).click()
  await expect(quickAdd.relatedTo).toHaveValue('')
  await expect(dialog.getByText(client.name)).toBeHidden()
})

test('spec 2 §4: AI improves the description, and Revert restores the original', async ({ context }) => {
  const quickAdd = await openFor(context, await newPerson('sales', 'Author'))
  const { dialog, page } = quickAdd
  const improve = dialog.getByRole('button', { name: 'Improve with AI' })
  await improve.click()
  await quickAdd.says('No content to improve')
  await quickAdd.says('Please enter some description text first.')

  let answer: { status?: number; json: object } = { status: 429, json: { message: 'Please wait a minute', code: 'x' } }
  await page.route('**/functions/v1/improve-grammar', (route) => route.fulfill(answer))
  await quickAdd.description.fill('cut teh vinyl')
  await improve.click()
  await quickAdd.says('Improvement failed')

  answer = { json: { improvedText: '<p>Cut the vinyl.<img src="x" onerror="alert(1)"><script>alert(1)</script></p>' } }
  await improve.click()
  await quickAdd.says('Description improved!')
  await quickAdd.says('AI has enhanced your task description for clarity and grammar')
  await expect(quickAdd.description).toHaveText('Cut the vinyl.')
  expect(await quickAdd.description.locator('img[src], script').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Revert' }).click()
  await quickAdd.says('Reverted to original')
  await expect(quickAdd.description).toHaveText('cut teh vinyl')
})

test('spec 2 §2, §5, §9: the toolbar is exactly that of the specification, the dialog 800 px wide; its lists scroll where they stand', async ({
  context,
}) => {
  const quickAdd = await openFor(context, await newPerson('sales', 'Author'))
  const names = await quickAdd.dialog
    .locator('.mantine-RichTextEditor-control')
    .evaluateAll((controls) => controls.map((control) => control.getAttribute('aria-label')))
  expect(names).toEqual([
    'Bold',
    'Italic',
    'Underline',
    'Strikethrough',
    'Ordered list',
    'Bullet list',
    'Link',
    'Clear formatting',
  ])
  const box = await quickAdd.description.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(120)
  expect((await quickAdd.dialog.boundingBox())?.width).toBe(800)

  for (const _ of [2, 3, 4]) await quickAdd.dialog.getByRole('button', { name: 'Add another task' }).click()
  await expect(quickAdd.title).toHaveCount(4)
  const drafts = quickAdd.dialog.locator('[data-several]')
  const room = quickAdd.page.viewportSize()?.height ?? 0
  expect(await drafts.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true)
  expect((await drafts.boundingBox())?.height).toBeLessThanOrEqual(0.6 * room)
  await quickAdd.dialog.getByRole('combobox', { name: 'Assignees' }).click()
  await expect(quickAdd.page.getByRole('option').first()).toBeVisible()
  expect((await quickAdd.page.getByRole('listbox').boundingBox())?.height).toBeLessThanOrEqual(240)
})
