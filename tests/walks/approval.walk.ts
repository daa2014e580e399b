import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { admin, newPerson, visitor, workingAs } from '../e2e/people.ts'
import { breakServer, test, type Watch } from './walk.ts'

/** A quotation with an optional line, sent to a client. */
async function sent() {
  const seller = await newPerson('sales', 'Seller')
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
  const line = { quotation_id: id, qty: 1, vat_rate: 18 }
  await sales
    .from('quotation_items')
    .insert([
      { ...line, position: 'a0', description: 'Tray fascia', unit_price: 480, is_optional: false },
      { ...line, position: 'a1', description: 'Night installation', unit_price: 250, is_optional: true },
    ])
    .throwOnError()
  await sales.rpc('send_quotation', { p_id: id }).throwOnError()
  const { data } = await sales.from('quotations').select('public_uuid, version').eq('id', id).single().throwOnError()
  return { id: String(id), uuid: String(data.public_uuid), version: Number(data.version), sales }
}

type Sent = Awaited<ReturnType<typeof sent>>

/** The client at the quotation. */
async function visit(page: Page, watch: Watch, { uuid }: Sent) {
  await page.goto(`/client-quotations/${uuid}`)
  await expect(page.getByRole('heading', { name: 'Shop front' })).toBeVisible()
  const drawer = page.getByRole('dialog')
  const open = (name: string) =>
    page.getByRole('complementary', { name: 'Your answer' }).getByRole('button', { name, exact: true }).click()
  const write = async (opener: string, words: string | null) => {
    if (await drawer.isHidden()) await open(opener)
    await drawer.getByLabel('Your name').fill('Anna Vella')
    if (words === null) await drawer.getByRole('checkbox', { name: /I (accept|order)/ }).check()
    else await drawer.getByRole('textbox').last().fill(words)
  }
  const submit = () => drawer.locator('[type=submit]').click()
  return {
    drawer,
    open,
    close: () => drawer.getByRole('button', { name: 'Close' }).click(),
    write,
    submit,
    give: async (opener: string, words: string | null) => {
      await write(opener, words)
      await submit()
    },
    option: page.getByRole('checkbox', { name: /Night installation/ }).filter({ visible: true }),
    took: (transition: string, meanwhile?: () => PromiseLike<unknown>) => watch.took('approval', transition, meanwhile),
  }
}

const rpc = (name: string) => `**/rest/v1/rpc/${name}*`

const byLink = ({ uuid, version }: Sent) => ({ p_uuid: uuid, p_version: version, p_name: 'Anna Vella' })
const approveElsewhere = (quotation: Sent) =>
  visitor()
    .rpc('approve_quotation', { ...byLink(quotation), p_terms_accepted: true })
    .throwOnError()
/** The office changes a word of it: the page is told and reads it again. */
const change = ({ id }: Sent) =>
  admin()
    .from('quotations')
    .update({ project_title: `Shop front ${Date.now()}` })
    .eq('id', id)
    .throwOnError()

test('a client chooses, asks, asks for a change, and approves', async ({ page, watch }) => {
  const client = await visit(page, watch, await sent())
  await client.option.check()
  await client.took('choice.storing: done(storeChoice) → choice.stored')
  await client.open('Reject')
  await client.close()
  await client.took('visit.sheet.form: sheet.close → visit.standing')
  await client.give('Ask a question', 'Does the price include VAT?')
  await expect(page.getByText('Your question is with us.')).toBeVisible()
  await client.give('Ask for a change', 'In blue, please')
  await expect(page.getByText('You asked for a change.')).toBeVisible()
  await client.give('Approve', null)
  await expect(page.getByText('Approved by Anna Vella').first()).toBeVisible()
  await client.took('visit.approved: row.read → visit.standing')
  await client.give('Ask a question', 'When do you come?')
  await client.took('visit.approved: sheet.open → visit.sheet')
})

test('a client rejects, and still asks', async ({ page, watch }) => {
  const client = await visit(page, watch, await sent())
  await client.give('Reject', 'Too dear')
  await expect(page.getByText('You rejected this quotation.')).toBeVisible()
  await client.took('visit.rejected: row.read → visit.standing')
  await client.give('Ask a question', 'Is there a smaller one?')
  await client.took('visit.rejected: sheet.open → visit.sheet')
})

test('a quotation is over: the client asks about it', async ({ page, watch }) => {
  const quotation = await sent()
  await admin().from('quotations').update({ valid_until: '2020-01-01' }).eq('id', quotation.id).throwOnError()
  const client = await visit(page, watch, quotation)
  await client.took('visit.standing: always 5/5 → visit.closed')
  await client.give('Ask a question', 'Does it still hold?')
  await client.took('visit.closed: sheet.open → visit.sheet')
})

test('the server refuses an answer, and then does not even say how the quotation is', async ({ page, watch }) => {
  const client = await visit(page, watch, await sent())
  await breakServer(page, rpc('approve_quotation'), 'refuses')
  await client.give('Approve', null)
  await client.took('visit.sheet.looking: done(readRow) → visit.sheet.form')
  await breakServer(page, rpc('get_public_quotation'), 'refuses')
  await client.give('Approve', null)
  await client.took('visit.sheet.looking: error(readRow) → visit.sheet.form')
})

test('the server refuses a choice, and then does not even say how the quotation is', async ({ page, watch }) => {
  const client = await visit(page, watch, await sent())
  await breakServer(page, rpc('choose_options'), 'refuses')
  await client.option.click()
  await client.took('choice.looking: done(readRow) → choice.stored')
  await breakServer(page, rpc('get_public_quotation'), 'refuses')
  await client.option.click()
  await client.took('choice.looking: error(readRow) → choice.stored')
})

test('a client changes their mind while the choice is stored, and while it is looked up', async ({ page, watch }) => {
  const client = await visit(page, watch, await sent())
  const silent = await breakServer(page, rpc('choose_options'), 'is silent')
  await client.option.click()
  await client.took('choice.stored: option.choose → choice.storing')
  await client.option.click()
  await client.took('choice.storing: option.choose → choice.storing')
  await silent.mended()
  await breakServer(page, rpc('choose_options'), 'refuses')
  await breakServer(page, rpc('get_public_quotation'), 'is silent')
  await client.option.click()
  await client.took('choice.storing: error(storeChoice) → choice.looking')
  await client.option.click()
  await client.took('choice.looking: option.choose → choice.storing')
})

test('somebody else answers while the sheet is open', async ({ page, watch }) => {
  const quotation = await sent()
  const client = await visit(page, watch, quotation)
  await client.open('Reject')
  await approveElsewhere(quotation)
  await client.took('visit.sheet.form: always → visit.standing', () => change(quotation))
  await expect(page.getByText('This quotation was answered or changed meanwhile.')).toBeVisible()
})

test('the row changes while an answer is sent, and while it is looked up', async ({ page, watch }) => {
  const quotation = await sent()
  const client = await visit(page, watch, quotation)
  await breakServer(page, rpc('reject_quotation'), 'is silent')
  await client.give('Reject', 'Too dear')
  await client.took('visit.sheet.sending: row.read → no change of state', () => change(quotation))
})

test('the row changes while the quotation is looked up after a refusal', async ({ page, watch }) => {
  const quotation = await sent()
  const client = await visit(page, watch, quotation)
  await breakServer(page, rpc('reject_quotation'), 'refuses')
  await client.write('Reject', 'Too dear')
  let asked = 0
  await page.route(rpc('get_public_quotation'), (route) => (asked++ === 0 ? undefined : route.continue()))
  await client.submit()
  await client.took('visit.sheet.sending: error(giveAnswer) → visit.sheet.looking')
  await client.took('visit.sheet.looking: row.read → no change of state', () => change(quotation))
})

test('the link opens nothing when it is looked up after a refusal, and opens the quotation again', async ({
  page,
  watch,
}) => {
  const quotation = await sent()
  const client = await visit(page, watch, quotation)
  await breakServer(page, rpc('reject_quotation'), 'refuses')
  await client.write('Reject', 'Too dear')
  const gone = await breakServer(page, rpc('get_public_quotation'), 'opens nothing')
  await client.submit()
  await client.took('visit.standing: always 1/5 → visit.gone')
  await gone.mended()
  await client.took('visit.gone: row.read → visit.standing', () => change(quotation))
})
