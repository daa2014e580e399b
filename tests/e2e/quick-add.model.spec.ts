import { createTestModel } from '@xstate/test'
import { expect } from '@playwright/test'
import { quickAddModel } from '../models/quick-add.model.ts'
import { QuickAddDialog } from './pages/quick-add-dialog.ts'
import { StaffPage } from './pages/staff-page.ts'
import { newPerson, signIn } from './people.ts'
import { test } from './test.ts'

/** What needs a server that breaks, two tabs or files is walked with the machine alone. */
const withMachineOnly = [
  'openWithKept',
  'openWithKeptPrivate',
  'createRefused',
  'createHalf',
  'createUnanswered',
  'createWithFile',
  'writeSecondTitle',
]

/** The longest walks hold the shorter ones: every situation of the model is reached on the way. */
const paths = createTestModel(quickAddModel)
  .getShortestPaths({ limit: 1_000 })
  .filter(({ steps }) => !steps.some(({ event }) => withMachineOnly.includes(event.type)))
  .toSorted((a, b) => b.steps.length - a.steps.length)
  .slice(0, Number(process.env.WALKS ?? 5))

for (const path of paths) {
  test(path.description, async ({ context }) => {
    const [author, colleague] = [await newPerson('sales', 'Author'), await newPerson('team_member', 'Colleague')]
    await signIn(context, author)
    const page = await context.newPage()
    await new StaffPage(page).open()
    const quickAdd = new QuickAddDialog(page)
    const title = 'Shop front'
    const shows =
      ({ creatable = false, isPrivate = false, titles = [''] }) =>
      async () => {
        await expect(quickAdd.title).toHaveCount(titles.length)
        for (const [place, text] of titles.entries()) await expect(quickAdd.title.nth(place)).toHaveValue(text)
        await expect(quickAdd.privateSwitch).toBeChecked({ checked: isPrivate })
        await expect(quickAdd.create).toBeEnabled({ enabled: creatable })
      }
    const isClosed = () => expect(quickAdd.dialog).toBeHidden()
    const refuse = '**/rest/v1/tasks*'

    await path.test({
      events: {
        open: () => quickAdd.open(),
        close: () => quickAdd.cancel(),
        writeTitle: () => quickAdd.title.fill(title),
        chooseAssignee: () => quickAdd.assign(colleague.name),
        removeAssignee: () =>
          quickAdd.dialog.getByRole('button', { name: 'Clear the assignees', includeHidden: true }).click(),
        makePrivate: () => quickAdd.privateSwitch.click(),
        share: () => quickAdd.privateSwitch.click(),
        mention: async () => {
          await quickAdd.description.click()
          await page.keyboard.type(`@${colleague.name}`)
          await page.getByRole('option', { name: `@${colleague.name}` }).click()
        },
        addDraft: () => quickAdd.dialog.getByRole('button', { name: 'Add another task' }).click(),
        removeDraft: () => quickAdd.dialog.getByRole('button', { name: 'Remove Task 2' }).click(),
        create: () => quickAdd.create.click(),
        createInVain: async () => {
          await page.route(refuse, (route) =>
            route.request().method() === 'POST'
              ? route.fulfill({ status: 400, json: { code: 'XX000', message: 'refused', details: null, hint: null } })
              : route.fallback(),
          )
          await quickAdd.create.click()
          await quickAdd.says('Failed to save task: refused')
          await page.unroute(refuse)
        },
      },
      states: {
        closed: isClosed,
        closedAgain: isClosed,
        created: async () => {
          await quickAdd.says('1 task(s) created successfully')
          await isClosed()
        },
        blank: shows({}),
        titled: shows({ titles: [title] }),
        creatable: shows({ creatable: true, titles: [title] }),
        privateBlank: shows({ isPrivate: true }),
        privateCreatable: shows({ isPrivate: true, creatable: true, titles: [title] }),
        titledBesideBlank: shows({ titles: ['', title] }),
        creatableBesideBlank: shows({ creatable: true, titles: ['', title] }),
      },
    })
  })
}
