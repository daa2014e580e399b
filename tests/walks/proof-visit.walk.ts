import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { admin, newPerson, workingAs } from '../e2e/people.ts'
import { breakServer, test, type Watch } from './walk.ts'

/** A quotation with a job whose proof is made, and its link. */
async function newJob() {
  const db = admin()
  const sales = await workingAs(await newPerson('sales', 'Seller'))
  const { data: contact } = await db
    .from('contacts')
    .insert({ type: 'Person', name: 'Anna', last_name: randomUUID().slice(0, 8) })
    .select('id')
    .single()
    .throwOnError()
  const { data: id } = await sales
    .rpc('create_quotation', { p_contact_id: contact.id, p_project_title: 'Shop front' })
    .throwOnError()
  await sales
    .from('quotation_items')
    .insert({ quotation_id: id, position: 'a0', description: 'Tray fascia', qty: 1, unit_price: 480, vat_rate: 18 })
    .throwOnError()
  await sales.rpc('send_quotation', { p_id: id }).throwOnError()
  const { data: sent } = await db.from('quotations').select('public_uuid').eq('id', id).single().throwOnError()
  const { data: job } = await db
    .from('jobs')
    .insert({
      job_number: `W-${randomUUID().slice(0, 8)}`,
      title: 'Tray fascia',
      quotation_id: id,
      mockup_required: true,
    })
    .select('id')
    .single()
    .throwOnError()
  let current = ''
  const supersede = () =>
    db
      .from('mockups')
      .update({ status: 'superseded', superseded_at: new Date().toISOString() })
      .eq('job_id', job.id)
      .throwOnError()
  return {
    /** The office makes the next version. */
    supersede,
    uuid: String(sent.public_uuid),
    /** The office sends a version, in place of the one before. */
    send: async (version: number) => {
      await supersede()
      current = randomUUID()
      await db
        .from('mockups')
        .insert({
          id: current,
          job_id: job.id,
          version,
          status: 'sent',
          file_name: `fascia-v${version}.pdf`,
          files: [],
          file_hash: 'a'.repeat(64),
          page_count: 1,
          checklist: [],
          sent_at: new Date().toISOString(),
        })
        .throwOnError()
      const picture = { path: `${current}/1.png`, thumb_path: `${current}/1-thumb.png`, width: 800, height: 400 }
      await db
        .from('mockup_pages')
        .insert({ mockup_id: current, page: 1, ...picture })
        .throwOnError()
      // The client is told of the version with its page.
      await db.from('mockups').update({ note: 'As you wished' }).eq('id', current).throwOnError()
    },
    /** The version is answered in another place, or put back. */
    mark: (status: string) => db.from('mockups').update({ status }).eq('id', current).throwOnError(),
  }
}

async function visit(page: Page, watch: Watch, uuid: string) {
  await page.goto(`/mockups/${uuid}`)
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  const drawer = page.getByRole('dialog')
  const write = async (words: string) => {
    await drawer.getByLabel('Your name').fill('Anna Vella')
    await drawer.getByRole('textbox').last().fill(words)
  }
  const submit = () => drawer.locator('[type=submit]').click()
  return {
    drawer,
    open: (name: 'Approve' | 'Ask for changes' | 'Reject') => page.getByRole('button', { name, exact: true }).click(),
    write,
    submit,
    give: async (words: string) => {
      await write(words)
      await submit()
    },
    took: (transition: string, meanwhile?: () => PromiseLike<unknown>) =>
      watch.took('mockupVisit', transition, meanwhile),
  }
}

const answers = '**/rest/v1/rpc/answer_mockup*'
const reads = '**/rest/v1/rpc/get_public_mockups*'

test('a client closes the answer, asks for changes, waits, and gets the next version', async ({ page, watch }) => {
  const job = await newJob()
  await job.send(1)
  const client = await visit(page, watch, job.uuid)
  await client.open('Reject')
  await client.drawer.getByRole('button', { name: 'Close' }).click()
  await client.took('sheet.form: sheet.close → standing')
  await client.open('Ask for changes')
  await client.give('Lighter, please')
  await client.took('sheet.sending: done(giveAnswer) 1/2 → standing')
  await expect(page.getByText(/Changes asked by Anna Vella/)).toBeVisible()
  await client.took('standing: always 4/4 → waiting', job.supersede)
  await job.send(2)
  await client.took('waiting: standing.read → standing')
  await expect(page.getByText(/Version 2 has just arrived/)).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await client.took('*: notice.close → no change of state')
})

test('another version arrives while the answer is open', async ({ page, watch }) => {
  const job = await newJob()
  await job.send(1)
  const client = await visit(page, watch, job.uuid)
  await client.open('Reject')
  await expect(client.drawer).toBeVisible()
  await job.send(2)
  await client.took('sheet.form: always → standing')
})

test('another version arrives after the server took the answer, before it says so', async ({ page, watch }) => {
  const job = await newJob()
  await job.send(1)
  const client = await visit(page, watch, job.uuid)
  const [stored, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(answers, async (route) => {
    const response = await route.fetch()
    stored.resolve()
    await arrived.promise
    await route.fulfill({ response })
  })
  await client.open('Reject')
  await client.give('This is not our yellow')
  await stored.promise
  await job.send(2)
  await client.took('sheet.sending: standing.read → no change of state')
  await expect(page.getByRole('heading', { name: /Version 2/ }).or(page.getByText(/Version 2/).first())).toBeAttached()
  arrived.resolve()
  await client.took('sheet.sending: done(giveAnswer) 2/2 → standing')
})

test('the server refuses an answer, and then does not even say how the proof is', async ({ page, watch }) => {
  const job = await newJob()
  await job.send(1)
  const client = await visit(page, watch, job.uuid)
  await breakServer(page, answers, 'refuses')
  await client.open('Reject')
  await client.give('This is not our yellow')
  await client.took('sheet.looking: done(readStanding) → sheet.form')
  await breakServer(page, reads, 'refuses')
  await client.give('This is not our yellow')
  await client.took('sheet.looking: error(readStanding) → sheet.form')
})

test('the proof changes while it is looked up after a refusal', async ({ page, watch }) => {
  const job = await newJob()
  await job.send(1)
  const client = await visit(page, watch, job.uuid)
  await breakServer(page, answers, 'refuses')
  await client.open('Reject')
  await client.write('This is not our yellow')
  let asked = 0
  await page.route(reads, (route) => (asked++ === 0 ? undefined : route.continue()))
  await client.submit()
  await client.took('sheet.sending: error(giveAnswer) → sheet.looking')
  await client.took('sheet.looking: standing.read → no change of state', () => job.mark('approved'))
})

test('the link opens nothing when it is looked up after a refusal, and opens the proof again', async ({
  page,
  watch,
}) => {
  const job = await newJob()
  await job.send(1)
  const client = await visit(page, watch, job.uuid)
  await breakServer(page, answers, 'refuses')
  await client.open('Reject')
  await client.write('This is not our yellow')
  let asked = 0
  await page.route(reads, (route) => (asked++ === 0 ? route.fulfill({ json: null }) : route.continue()))
  await client.submit()
  await client.took('standing: always 1/4 → gone')
  await client.took('gone: standing.read → standing', () => job.mark('approved'))
})
