import { expect } from '@playwright/test'
import { admin, newPerson, signIn } from './people.ts'
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
