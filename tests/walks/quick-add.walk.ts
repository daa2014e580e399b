import { type BrowserContext, expect, type Page } from '@playwright/test'
import { QuickAddDialog } from '../e2e/pages/quick-add-dialog.ts'
import { StaffPage } from '../e2e/pages/staff-page.ts'
import { newPerson, signIn } from '../e2e/people.ts'
import { breakServer, test, type Watch } from './walk.ts'

const tasks = /\/rest\/v1\/tasks\?select/
const storage = '**/storage/v1/object/upload/**'

/** An author with a colleague, and Add New Task open. */
async function atForm(context: BrowserContext, watch: Watch) {
  const [author, colleague] = [await newPerson('sales', 'Author'), await newPerson('team_member', 'Colleague')]
  await signIn(context, author)
  const tab = async () => {
    const page = await context.newPage()
    await new StaffPage(page).open()
    const form = new QuickAddDialog(page)
    await form.open()
    return form
  }
  const form = await tab()
  return {
    form,
    tab,
    page: form.page,
    assign: () => form.assign(colleague.name),
    mention: async () => {
      await form.description.first().click()
      await form.page.keyboard.type(`@${colleague.name}`)
      await form.page.getByRole('option', { name: `@${colleague.name}` }).click()
    },
    took: (transition: string) => watch.took('quickAdd', transition),
  }
}

const restore = (page: Page) => page.getByRole('button', { name: 'Restore what you typed' })

test('drafts are added, removed, kept, restored and discarded', async ({ context, watch }) => {
  const { form, page, took } = await atForm(context, watch)
  await form.title.fill('Shop front')
  await form.dialog.getByRole('button', { name: 'Add another task' }).click()
  await expect(form.title).toHaveCount(2)
  await form.dialog.getByRole('button', { name: 'Remove Task 2' }).click()
  await expect(form.title).toHaveCount(1)
  await form.title.fill('Shop front')
  await form.cancel()
  await form.open()
  await restore(page).click()
  await took('editing.audience.shared: kept.restore 2/2 → no change of state')
  await expect(form.title).toHaveValue('Shop front')

  await form.privateSwitch.click()
  await form.cancel()
  await form.open()
  await restore(page).click()
  await took('editing.audience.shared: kept.restore 1/2 → editing.audience.private')
  await form.cancel()
  await form.open()
  await form.privateSwitch.click()
  await restore(page).click()
  await took('editing.audience.private: kept.restore → no change of state')
  await form.privateSwitch.click()
  await took('editing.audience.private: audience.share → editing.audience.shared')
  await form.cancel()
  await form.open()
  await form.dialog.getByRole('button', { name: 'Discard' }).click()
  await took('editing.drafts: kept.discard → no change of state')
})

test('a draft that two tabs offer is discarded in one', async ({ context, watch }) => {
  const { form, tab, took } = await atForm(context, watch)
  await form.title.fill('Shop front')
  await form.cancel()
  await form.open()
  const other = await tab()
  await other.dialog.getByRole('button', { name: 'Discard' }).click()
  await took('*: kept.elsewhere → no change of state')
  await expect(restore(form.page)).toBeHidden()
})

test('people are mentioned in a task for others, and in a private one', async ({ context, watch }) => {
  const { form, mention, took } = await atForm(context, watch)
  await form.title.fill('Shop front')
  await mention()
  await took('editing.audience.shared: mention.pick → no change of state')
  await form.create.click()
  await form.says('1 task(s) created successfully')
  await form.open()
  await form.title.fill('Back door')
  await form.privateSwitch.click()
  await mention()
  await took('editing.audience.private: mention.pick → editing.audience.shared')
  await form.privateSwitch.click()
  await form.create.click()
  await took('editing.audience.private: tasks.create → saving')
  await expect(form.dialog).toBeHidden()
})

test('the server refuses the second of two tasks', async ({ context, watch }) => {
  const { form, page, assign, took } = await atForm(context, watch)
  await form.title.fill('Shop front')
  await form.dialog.getByRole('button', { name: 'Add another task' }).click()
  await form.title.first().fill('Back door')
  await assign()
  await page.keyboard.press('Tab')
  let inserts = 0
  await page.route(tasks, (route) =>
    route.request().method() === 'POST' && ++inserts === 2
      ? route.fulfill({ status: 400, json: { code: 'XX000', message: 'refused', details: null, hint: null } })
      : route.fallback(),
  )
  await form.create.click()
  await took('saving.inserting: done(createTasks) 2/2 → editing.asLeft')
  await expect(form.title).toHaveCount(1)
})

test('the server does not answer the creation in time', async ({ context, watch }) => {
  const { form, page, assign, took } = await atForm(context, watch)
  await page.clock.install()
  await form.title.fill('Shop front')
  await assign()
  await page.keyboard.press('Tab')
  const inserted = page.waitForRequest((request) => request.method() === 'POST' && tasks.test(request.url()))
  await breakServer(page, tasks, 'is silent')
  await form.create.click()
  await inserted
  await page.clock.fastForward(15_000)
  await took('saving.inserting: after(saveTimeout) → editing.asLeft')
})

test('a file is on its way while the task is to be created: waited for, given up, lost', async ({ context, watch }) => {
  const { form, page, assign, took } = await atForm(context, watch)
  await form.title.fill('Shop front')
  await assign()
  await page.keyboard.press('Tab')
  const held = Promise.withResolvers<void>()
  await page.route(storage, async (route) => {
    await held.promise
    await route.abort('connectionrefused')
  })
  await form.attach('front.pdf', 'application/pdf')
  await form.create.click()
  await form.dialog.getByRole('button', { name: 'Do not create yet' }).click()
  await took('saving.uploading: dialog.close → editing.asLeft')
  await form.create.click()
  held.resolve()
  await took('saving.uploading: always 1/2 → editing.asLeft')
  await page.unroute(storage)
  await form.dialog.getByRole('button', { name: 'Try front.pdf again' }).click()
  await form.create.click()
  await form.says('1 task(s) created successfully')
})
