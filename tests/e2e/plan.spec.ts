import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn } from './people.ts'
import { test } from './test.ts'

/** A job of one step of an hour at a machine of its own; the name of the step. */
async function aStep(): Promise<string> {
  const db = admin()
  const mark = randomUUID().slice(0, 8)
  const [centre, service] = [randomUUID(), randomUUID()]
  await db
    .from('work_centres')
    .insert({ id: centre, name: `Router ${mark}`, kind: 'cnc', capacity_minutes_day: 480, sort: -1 })
    .throwOnError()
  await db
    .from('services')
    .insert({ id: service, slug: `plan-${mark}`, name: `Plaque ${mark}` })
    .throwOnError()
  await db
    .from('job_step_templates')
    .insert({ service_id: service, position: 'a0', name: `Cut ${mark}`, work_centre_id: centre, minutes_fixed: 60 })
    .throwOnError()
  const { data: client } = await db
    .from('contacts')
    .insert({ type: 'Business', company: `Plan ${mark}` })
    .select('id')
    .single()
    .throwOnError()
  await db
    .rpc('create_job', {
      p_id: randomUUID(),
      p_title: 'Plaque',
      p_contact_id: client.id,
      p_service_id: service,
      p_qty: 1,
    })
    .throwOnError()
  return `Cut ${mark}`
}

test('a step is lifted by the keyboard, says what it does, is planned for everybody who looks, and is taken back', async ({
  browser,
}) => {
  const step = await aStep()
  const open = async (name: string): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await signIn(context, await newPerson('team_member', name))
    const staff = new StaffPage(await context.newPage())
    await staff.openLive('/production/plan')
    return staff.page
  }
  const [desk, other] = [await open('Planner'), await open('Looker')]
  const bar = (page: Page, state: string) => page.getByRole('button', { name: new RegExp(`^\\S+ ${step}, .*${state}`) })
  await expect(bar(other, 'no day chosen yet')).toBeVisible()

  await bar(desk, 'no day chosen yet').focus()
  await desk.keyboard.press('Space')
  const effect = desk.getByRole('status').getByText(/instead of|No promised day changes/)
  await desk.keyboard.press('ArrowRight')
  await expect(effect).toBeVisible()
  await desk.keyboard.press('Space')
  await expect(desk.getByText(new RegExp(`^${step} of .* is planned on `))).toBeVisible()
  await expect(bar(other, 'planned')).toBeVisible()

  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(bar(other, 'no day chosen yet')).toBeVisible()

  await bar(desk, 'no day chosen yet').focus()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('dialog', { name: step })).toBeVisible()
})
