import type { Locator, Page } from '@playwright/test'
import { admin, type Person, workingAs } from './people.ts'

/** A van with this driver today, in the company's time zone. `today` is written as `2026-11-20`. */
export async function vanOfToday(driver: Person) {
  const { data: company } = await admin().from('company_settings').select('time_zone').single().throwOnError()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: company.time_zone }).format(new Date())
  const crew = await workingAs(driver)
  const { data: van } = await admin()
    .from('vans')
    .insert({ name: `Van of ${driver.name}` })
    .select('id')
    .single()
    .throwOnError()
  await crew.rpc('set_van_crew', { p_van_id: van.id, p_day: today, p_crew: [driver.id] }).throwOnError()
  return { today, crew, van }
}

/** Draws a signature on the pad of a stop. */
export async function draw(page: Page, stop: Page | Locator = page) {
  await stop.getByText('Draw', { exact: true }).click()
  const pad = stop.getByLabel('Draw your signature with a finger or the mouse')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('The pad is not there')
  await page.mouse.move(box.x + 20, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 25, { steps: 5 })
  await page.mouse.move(box.x + 150, box.y + 70, { steps: 5 })
  await page.mouse.up()
}
