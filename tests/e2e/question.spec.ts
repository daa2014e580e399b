import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { StaffPage } from './pages/staff-page.ts'
import { admin, newPerson, signIn, visitor } from './people.ts'
import { test } from './test.ts'

test('a client asks about a quotation, the office answers, and each hears the other at once', async ({ browser }) => {
  const seller = await newPerson('sales', 'Maria')
  const { data: client } = await admin()
    .from('contacts')
    .insert({ type: 'Business', company: 'Wied Bakery', email: 'wied@example.com' })
    .select('id')
    .single()
    .throwOnError()
  const { data: quotation } = await admin()
    .from('quotations')
    .insert({
      quotation_number: `Q-ASKED-${Date.now()}`,
      contact_id: client.id,
      project_title: 'Awning',
      status: 'sent',
      sent_at: new Date().toISOString(),
    })
    .select('id, public_uuid')
    .single()
    .throwOnError()

  const office = await (await signedIn()).newPage()
  await office.goto(`/quotations/${quotation.id}`)
  const phone = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await phone.goto(`/client-quotations/${quotation.public_uuid}`)

  await phone.getByRole('button', { name: 'Ask a question' }).click()
  await phone.getByLabel('Your name').fill('Carla Borg')
  await phone.getByLabel('Your question').fill('Is the fitting included?')
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(office.getByRole('link', { name: 'A question waits' })).toBeVisible()
  await expect(office.getByRole('region', { name: 'Questions' })).toContainText('Is the fitting included?')

  await office.getByLabel('Your answer').fill('Yes, on Thursday at nine.')
  await office.getByRole('button', { name: 'Send the answer' }).click()
  await expect(phone.getByRole('region', { name: 'Questions and answers' })).toContainText('Yes, on Thursday at nine.')
  await expect(office.getByRole('link', { name: 'A question waits' })).toBeHidden()
  const { data: mails } = await admin()
    .from('scheduled_emails')
    .select('recipients, variables')
    .eq('record_id', quotation.id)
    .eq('template_key', 'quotation_answer')
    .throwOnError()
  expect(mails).toEqual([
    {
      recipients: ['wied@example.com'],
      variables: { note: 'Yes, on Thursday at nine.', question: 'Is the fitting included?' },
    },
  ])

  async function signedIn() {
    const context = await browser.newContext()
    await signIn(context, seller)
    return context
  }
})

test('the notice of a question, and that of a comment on a proof, lead to the words themselves; each is answered there and goes by mail', async ({
  browser,
}) => {
  const seller = await newPerson('sales', 'Rita')
  const db = admin()
  const mark = randomUUID().slice(0, 8)
  const { data: client } = await db
    .from('contacts')
    .insert({ type: 'Business', company: `Gozo Bakery ${mark}`, email: `gozo-${mark}@example.com` })
    .select('id')
    .single()
    .throwOnError()
  const { data: quotation } = await db
    .from('quotations')
    .insert({
      quotation_number: `Q-LONG-${mark}`,
      contact_id: client.id,
      project_title: 'Awnings',
      status: 'draft',
      account_manager_id: seller.id,
    })
    .select('id, public_uuid')
    .single()
    .throwOnError()
  await db
    .from('quotation_items')
    .insert(
      Array.from({ length: 60 }, (_, at) => ({
        quotation_id: quotation.id,
        position: `a${String(at).padStart(2, '0')}V`,
        description: `Awning ${at + 1}`,
        qty: 1,
        unit_price: 100,
        vat_rate: 18,
      })),
    )
    .throwOnError()
  await db
    .from('quotations')
    .update({ status: 'sent', sent_at: new Date().toISOString() })
    .eq('id', quotation.id)
    .throwOnError()
  const { job, mockup } = await aProof(quotation.id)

  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
  await signIn(context, seller)
  const staff = new StaffPage(await context.newPage())
  await staff.openLive('/dashboard')
  await visitor()
    .rpc('ask_about_document', { p_link: quotation.public_uuid, p_name: 'Carla', p_question: 'Does number 7 fold?' })
    .throwOnError()
  // The story tells of it as well.
  const question = staff.page.locator('[id^=question-]').filter({ hasText: 'Does number 7 fold?' })
  await openNotice('Does number 7 fold?')
  await expect(staff.page).toHaveURL(/\/quotations\/[0-9a-f-]+#question-\d+$/)
  await expect(question).toBeInViewport()
  await expect(question).toHaveAttribute('data-marked', 'true')
  await staff.page.getByLabel('Your answer').fill('It folds on both sides.')
  await staff.page.getByRole('button', { name: 'Send the answer' }).click()

  await visitor()
    .rpc('comment_by_link', {
      p_uuid: quotation.public_uuid,
      p_id: randomUUID(),
      p_mockup_id: mockup,
      p_name: 'Carla',
      p_body: 'Is this our green?',
    })
    .throwOnError()
  await openNotice('Is this our green?')
  await expect(staff.page).toHaveURL(/\/mockups\/[0-9a-f-]+#comment-[0-9a-f-]+$/)
  const comment = staff.page.getByRole('listitem').filter({ hasText: 'Is this our green?' })
  await expect(comment).toBeInViewport()
  await expect(comment).toHaveAttribute('data-chosen', 'true')

  const other = new StaffPage(await context.newPage())
  await other.openLive(`/jobs?job=${job}`)
  await expect(other.page.getByRole('link', { name: 'A question waits' })).toBeVisible()
  const phone = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await phone.goto(`/mockups/${quotation.public_uuid}`)
  await expect(phone.getByText('Is this our green?')).toBeVisible()
  await staff.page.getByRole('textbox', { name: 'Comment' }).fill('RAL 6005, as on your van.')
  await staff.page.getByRole('button', { name: 'Send comment' }).click()
  await expect(phone.getByText('RAL 6005, as on your van.')).toBeVisible()
  await expect(other.page.getByRole('link', { name: 'A question waits' })).toBeHidden()
  const { data: mails } = await db
    .from('scheduled_emails')
    .select('template_key, recipients, variables')
    .in('record_id', [quotation.id, job])
    .order('created_at')
    .throwOnError()
  const to = [`gozo-${mark}@example.com`]
  expect(mails).toMatchObject([
    { template_key: 'quotation_answer', recipients: to, variables: { note: 'It folds on both sides.' } },
    {
      template_key: 'proof_answer',
      recipients: to,
      variables: { note: 'RAL 6005, as on your van.', question: 'Is this our green?' },
    },
  ])

  async function openNotice(words: string) {
    await staff.page.getByRole('button', { name: /^Notifications/ }).click()
    await staff.page.getByRole('dialog').getByRole('link').filter({ hasText: words }).click()
  }
})

/** A job of the quotation with one proof of a page, which the client has. */
async function aProof(quotation: string) {
  const db = admin()
  const [mockup, job] = [randomUUID(), randomUUID()]
  await db
    .from('jobs')
    .insert({
      id: job,
      job_number: `JOB-${job.slice(0, 8)}`,
      title: 'Awning',
      quotation_id: quotation,
      status: 'awaiting_approval',
    })
    .throwOnError()
  await db
    .from('mockups')
    .insert({
      id: mockup,
      job_id: job,
      version: 1,
      status: 'sent',
      sent_at: new Date().toISOString(),
      file_name: 'awning.pdf',
      file_hash: 'a'.repeat(64),
      page_count: 1,
      files: [],
      checklist: [],
    })
    .throwOnError()
  await db
    .from('mockup_pages')
    .insert({
      mockup_id: mockup,
      page: 1,
      path: `${job}/${mockup}/1.webp`,
      thumb_path: `${job}/${mockup}/1-small.webp`,
      width: 800,
      height: 400,
    })
    .throwOnError()
  return { job, mockup }
}
