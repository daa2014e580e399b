import { expect } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

/** A picture of one point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a photo that another program shares becomes a task with the photo under its own name', async ({ context }) => {
  const person = await newPerson('sales', 'Sharon')
  await signIn(context, person)
  const staff = new StaffPage(await context.newPage())
  const { page } = staff
  await staff.openLive('/my-day')
  // The installed app registers it; a browser under test cannot be installed.
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/share-worker.js', { scope: '/share-target' })
    const registration = await navigator.serviceWorker.getRegistration('/share-target')
    while (!registration?.active) await new Promise((resolve) => setTimeout(resolve, 20))
  })
  // The device posts a share as a form does.
  await page.evaluate(
    ([bytes, title]) => {
      const form = Object.assign(document.createElement('form'), {
        action: '/share-target',
        method: 'post',
        enctype: 'multipart/form-data',
      })
      const put = (name: string, value: string) =>
        form.append(Object.assign(document.createElement('textarea'), { name, value }))
      put('title', title ?? '')
      put('text', 'The letters are loose.\nSecond floor')
      const files = Object.assign(document.createElement('input'), { type: 'file', name: 'files' })
      const held = new DataTransfer()
      held.items.add(
        new File([Uint8Array.from(atob(bytes ?? ''), (c) => c.charCodeAt(0))], 'Fassade Żebbuġ.png', {
          type: 'image/png',
        }),
      )
      files.files = held.files
      form.append(files)
      document.body.append(form)
      form.submit()
    },
    [png.toString('base64'), `Shop front of ${person.name}`],
  )
  await expect(page.getByRole('heading', { name: 'Shared with you' })).toBeVisible()
  await expect(page.getByText('Fassade Żebbuġ.png')).toBeVisible()
  await page.getByRole('link', { name: 'New task' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Task' })
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue(`Shop front of ${person.name}`)
  await expect(form.getByText('Fassade Żebbuġ.png')).toBeVisible()
  await form.getByRole('switch', { name: 'Private task' }).click({ force: true })
  await form.getByRole('button', { name: /^Create/ }).click()
  await expect(form).toBeHidden()
  const { data } = await admin()
    .from('tasks')
    .select('description, images, file_names')
    .eq('created_by', person.id)
    .single()
    .throwOnError()
  expect(data.description).toContain('The letters are loose.<br>Second floor')
  expect(Object.values(Object(data.file_names))).toEqual(['Fassade Żebbuġ.png'])
  // It is taken: nothing waits any more.
  await page.goto('/share-target')
  await expect(page.getByText('Nothing is waiting here')).toBeVisible()
})
