// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quotationOf } from '@/documents/paper/testing'
import { item } from '@/documents/testing'
import { centre, job, step, today, workload } from '@/shared/domain/planning/testing'
import { anything } from '@/shared/domain/records/mini-schema'
import { draftOf } from '@/shared/hooks/draft'
import { asksFirst, type Call, serve, showTo } from '@/shared/ui/testing'
import { RecordForm } from '@/kit/form/record-form'
import type { Quotation } from '../api/quotation.query'
import { useHeadForm } from './edit-quotation'
import { newLine } from '../editor/line'
import { SendScreen } from './send-screen'

const id = '5b1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11'
const draft = {
  id,
  public_uuid: id,
  status: 'draft',
  number_with_version: 'Q-2026-0142',
  valid_until: null,
  deposit_kind: 'none',
  deposit_value: '0.00',
  gross: '118.00',
  currency: 'EUR',
  amends: null,
  row_version: 1,
}
let row: Record<string, unknown>
let lines: ReturnType<typeof item>[]
let calls: Call[]
let paper: object
let quoted: object[]
let foreign: object[]
let stored: object[]
/** What the database asks before it sends. */
let asks: string | null

beforeEach(() => {
  localStorage.clear()
  paper = {}
  quoted = []
  foreign = []
  stored = []
  asks = null
  lines = [item({ id: '1', description: 'Banner', qty: '1', unit_price: '100' })]
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
function open(changes: Record<string, unknown> = {}) {
  row = { ...draft, ...changes }
  calls = serve((call) => {
    const { path, method, body } = call
    if (path.includes('/rpc/texts_in_other_language')) return { body: foreign }
    if (path.includes('/rpc/write_in_language')) return { body: 1 }
    if (path.includes('/rpc/preview_quotation')) return { body: { ...quotationOf(lines), ...paper } }
    if (path.includes('/rest/v1/quotation_items')) return { body: stored }
    if (path.includes('/rest/v1/quotations') && method === 'PATCH') {
      row = { ...row, ...Object(body), row_version: 2 }
      return { body: [{ id }] }
    }
    if (path.includes('/rest/v1/quotations')) return { body: row }
    if (path.endsWith('/rpc/workload')) return { body: fullShop }
    if (path.endsWith('/rpc/work_of_quotation')) return { body: quoted }
    if (path.includes('/rpc/send_quotation')) return asks ? asksFirst(call, 'priced_for_another', asks, 1) : { body: 1 }
    return { body: [] }
  })
  return showTo(
    'admin',
    <MemoryRouter>
      <SendScreen id={id} />
    </MemoryRouter>,
  )
}

/** Its printer has a week of other work. */
const fullShop = workload([job('j-1', [step('p', { centre: 'p1', minutes: 5 * 480 })], { due: '2026-12-01' })], {
  centres: [centre('p1', { name: 'Printer', kind: 'printer' })],
})
const print = { id: 's', name: 'Print', centre: 'p1', wait: 0, early: false, minutes: 480, follows: true }
const banner = { id: 'l', title: 'Banner', waits_for_client: false, lead_day: '2026-12-10', lacks: [], steps: [print] }

test('terms that promise a day which the plan denies are named, and the day of the plan is written in', async () => {
  vi.setSystemTime(new Date(`${today}T07:00:00Z`))
  const terms = 'Ready in 2 to 3 working days. Payment within 3 days.'
  quoted = [banner]
  paper = { terms }
  const user = open({ terms })
  const told = await screen.findByRole('status', { name: 'The plan says Sat, 5 Dec at the earliest' })
  expect(told.textContent).toContain('We promise Thu, 3 Dec: “2 to 3 working days” in the terms.')
  expect(told.textContent).toContain('Printer has no room for Print before Sat, 5 Dec.')
  expect(await screen.findByRole('button', { name: 'Send all the same' })).toBeTruthy()
  // What is ready on a Saturday is promised for the working day after it.
  expect(told.textContent).toContain(
    'Then the terms say “2 to 5 working days”, that is Mon, 7 Dec for an approval today.',
  )
  await user.click(within(told).getByRole('button', { name: 'Promise Mon, 7 Dec' }))
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { terms: 'Ready in 2 to 5 working days. Payment within 3 days.' },
    ]),
  )
})

test('the note to the client moves with its day of the week, and own words of the mail that promise an earlier day are named beside them', async () => {
  vi.setSystemTime(new Date(`${today}T07:00:00Z`))
  quoted = [{ ...banner, lead_day: '2026-12-24' }]
  paper = {
    terms: null,
    client_note: 'Ready and fitted on Monday, 30 November. Fitted for sure by tomorrow, 1 December.',
  }
  const user = open()
  const told = await screen.findByRole('status', { name: 'The plan says Sat, 5 Dec at the earliest' })
  expect(told.textContent).toContain('We promise Mon, 30 Nov: “Monday, 30 November” in the note to the client.')
  // “Tomorrow” would stay beside another day: that sentence is for a person.
  expect(within(told).getAllByRole('link', { name: 'Write another day into the note to the client' })).toHaveLength(2)
  await user.click(within(told).getByRole('button', { name: 'Promise Sat, 5 Dec' }))
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { client_note: 'Ready and fitted on Saturday, 5 December. Fitted for sure by tomorrow, 1 December.' },
    ]),
  )
  cleanup()
  paper = { terms: null, client_note: null }
  const { click, clear, paste } = open()
  const words = await screen.findByLabelText('Your words')
  expect(await screen.findByRole('button', { name: 'Send quotation' })).toBeTruthy()
  for (const said of ['You have it today.', 'Fitted by Monday, 30.11.']) {
    await clear(words)
    await click(words)
    await paste(said)
    const doubt = await screen.findByRole('status', { name: 'Please look at your words' })
    expect(doubt.textContent).toMatch(/promise Mon, 30 Nov .* The plan says Sat, 5 Dec at the earliest\.$/)
    expect(screen.getByRole('button', { name: 'Send all the same' })).toBeTruthy()
  }
  await clear(words)
  await click(words)
  await paste('Ready by 12 December.')
  expect(screen.getByRole('button', { name: 'Send quotation' })).toBeTruthy()
})

test('a note on a wrong day of the week and terms that say another day are named before sending, which they do not keep', async () => {
  vi.setSystemTime(new Date(`${today}T07:00:00Z`))
  paper = { client_note: 'Installed by Friday 12 December 2026', terms: 'We deliver until 20.12.2026.' }
  open()
  const told = await screen.findByRole('status', { name: 'Please look at the days in the texts' })
  expect(told.textContent).toContain('In the note to the client: “Friday 12 December 2026”: 12 Dec 2026 is a Saturday.')
  expect(told.textContent).toContain('In the terms: The terms say another day: 20 Dec 2026 (“20.12.2026”).')
  expect(await screen.findByRole('button', { name: 'Send quotation' })).toBeTruthy()
})

test('a lead time that the plan denies is named before it is sent, and the terms promise the day of the plan', async () => {
  vi.setSystemTime(new Date(`${today}T07:00:00Z`))
  quoted = [{ ...banner, lead_day: '2026-12-02' }]
  paper = { terms: 'Prices are net.\n' }
  const user = open({ deposit_kind: 'percent', deposit_value: '50.00' })
  const told = await screen.findByRole('status', { name: 'The plan says Sat, 5 Dec at the earliest' })
  expect(told.textContent).toContain('Approved today, its order is promised for Wed, 2 Dec by the lead time.')
  const sentence = 'Delivery within 5 working days after the deposit is paid.'
  expect(told.textContent).toContain(`Then the terms end with “${sentence}”, that is Mon, 7 Dec for a payment today.`)
  await user.click(within(told).getByRole('button', { name: 'Promise Mon, 7 Dec' }))
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { terms: `Prices are net.\n${sentence}` },
    ]),
  )
})

test('the box follows a promise that was written into the terms: its order takes that day, and nothing is offered twice', async () => {
  vi.setSystemTime(new Date(`${today}T07:00:00Z`))
  quoted = [{ ...banner, lead_day: '2026-12-02' }]
  paper = { terms: 'Prices are net.' }
  const user = open({ deposit_kind: 'percent', deposit_value: '50.00' })
  const told = await screen.findByRole('status', { name: 'The plan says Sat, 5 Dec at the earliest' })
  const promise = within(told).getByRole('button', { name: 'Promise Mon, 7 Dec' })
  quoted = [{ ...banner, lead_day: '2026-12-07' }]
  paper = { terms: 'Prices are net.\nDelivery within 5 working days after the deposit is paid.' }
  await user.click(promise)
  await waitFor(() => expect(screen.queryByText('The plan says Sat, 5 Dec at the earliest')).toBeNull())
  expect(screen.queryByRole('button', { name: /^Promise/ })).toBeNull()
})

test('a quotation over nothing is asked about before it can be sent', async () => {
  const user = open({ gross: '0.00' })
  const asked = await screen.findByRole('alert', { name: /comes to €0.00. Send it anyway\?/ })
  expect(asked.textContent).toContain('it becomes an order over nothing.')
  expect(screen.queryByRole('region', { name: 'The mail' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Only open the link' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send it anyway' }))
  expect(await screen.findByRole('region', { name: 'The mail' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Only open the link' }))
  await user.click(await screen.findByRole('button', { name: 'Open the link' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('/rpc/send_quotation'))?.yes).toBe('nothing_to_pay'),
  )
})

test('a price for another quantity is named before it is sent, and the database asks about it', async () => {
  const sold = newLine('1', 'a0', { vat_rate: '18' })
  stored = [{ ...sold, description: 'Banner', qty: '4', unit_price: '105.4334', priced_qty: '3.0000' }]
  asks = 'The price of “Banner” was calculated for another quantity or size. Send it anyway?'
  const user = open()
  const told = await screen.findByRole('status', { name: 'A price was calculated for another quantity or size' })
  expect(told.textContent).toContain('Banner: the price is for 3 pieces, the line is for 4 pieces')
  await user.click(screen.getByRole('button', { name: 'Only open the link' }))
  await user.click(await screen.findByRole('button', { name: 'Open the link' }))
  await user.click(await screen.findByRole('button', { name: 'Send it anyway' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('/rpc/send_quotation')).at(-1)?.yes).toBe('priced_for_another'),
  )
})

test('one of which every line is an option says why it comes to nothing', async () => {
  lines = [item({ id: '1', description: 'Banner', unit_price: '100', is_optional: true })]
  open({ gross: '0.00' })
  expect(await screen.findByText(/Every line with a price is an option/)).toBeTruthy()
  expect(screen.queryByText(/order over nothing/)).toBeNull()
})

test('one with a total is sent without that question, and a line without a quantity is named', async () => {
  lines = [...lines, item({ id: '2', description: 'Installation', qty: '0', unit_price: '45' })]
  open()
  const zero = await screen.findByRole('status', { name: 'A line has the quantity 0' })
  expect(within(zero).getByText('Installation')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'The mail' })).toBeTruthy()
  expect(screen.queryByText(/Send it anyway/)).toBeNull()
})

test('the last valid day is shown and changed where the quotation is sent', async () => {
  const user = open({ valid_until: '2020-01-31' })
  expect(await screen.findByText('It was valid until 31 Jan 2020. Choose a later day before you send it.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change the day' }))
  const field = await screen.findByRole('textbox', { name: 'Valid until' })
  await user.clear(field)
  await user.type(field, '1 Jan 2021')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please choose a day that has not passed')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '31 Dec 2999')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Valid until 31 Dec 2999')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { valid_until: '2999-12-31' },
  ])
})

test('what was typed into the head and not saved is shown before anything is sent, and saved or discarded', async () => {
  const keep = (field: string, name: string, to: string) =>
    draftOf('me', name, anything).keep({ [field]: { from: '', to } })
  keep('project_title', `quotation-${id}`, 'Shop front')
  keep('valid_until', `quotation-validity-${id}`, '2999-12-31')
  const user = open({ contact_id: id })
  const head = await screen.findByRole('region', { name: 'Unsaved changes' })
  expect(within(head).getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Shop front')
  expect(screen.queryByRole('region', { name: 'The mail' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Only open the link' })).toBeNull()
  await user.click(within(head).getByRole('button', { name: 'Save changes' }))
  const day = await screen.findByRole('region', { name: 'Unsaved last valid day' })
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ project_title: 'Shop front' })
  await user.click(within(day).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('region', { name: 'The mail' })).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})

test('terms in another language than the paper are named before it is sent, and it can be sent', async () => {
  const terms = 'Work begins when the deposit is paid. Goods remain ours until they are paid.'
  paper = { language: 'de', terms, client_note: 'Wir freuen uns auf die Arbeit und sind bis Freitag da.' }
  open()
  const told = await screen.findByRole('status', { name: 'This paper is in German' })
  expect(told.textContent).toContain('The terms seem to be in English.')
  expect(told.textContent).not.toContain('note')
  const link = within(told).getByRole('link', { name: 'Change the text of this quotation' })
  expect(link.getAttribute('href')).toBe(`/quotations/${id}?dialog=quotation.edit`)
  expect(screen.getByRole('region', { name: 'The mail' })).toBeTruthy()
  cleanup()
  paper = { language: 'en', terms }
  open()
  await screen.findByText('Goods remain ours until they are paid.', { exact: false })
  expect(screen.queryByText(/This paper is in/)).toBeNull()
})

test('texts that the company keeps by language are named by what is missing, and taken where they are written', async () => {
  paper = { language: 'de', terms: 'Paid at once.' }
  foreign = [
    { what: 'terms', words: null, translated: null },
    { what: 'line', words: 'Banner', translated: 'Werbebanner' },
    { what: 'line', words: 'Survey', translated: null },
  ]
  const user = open()
  const told = await screen.findByRole('status', { name: 'This paper is in German' })
  expect(told.textContent).toContain('The terms are not written in German. Not written in German: “Survey”.')
  expect(told.textContent).toContain('Written in German, but not on this quotation: “Banner”.')
  await user.click(within(told).getByRole('button', { name: 'Take the texts in German' }))
  await waitFor(() => expect(calls.some(({ path }) => path.includes('/rpc/write_in_language'))).toBe(true))
})

test('another client in the head takes out the contact person of the one before, and offers its people and doubts terms in another language', async () => {
  const [one, other, person] = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
    string,
    string,
    string,
  ]
  const terms = 'Work begins when the deposit is paid. Goods remain ours until they are paid.'
  const stored = {
    ...draft,
    contact_id: one,
    person_id: person,
    location_id: null,
    terms,
    row_version: 1,
  } as unknown as Quotation
  calls = serve(({ path }) => ({
    body: path.includes('/rest/v1/contacts')
      ? [
          { id: one, language: 'en' },
          { id: other, language: 'de' },
        ]
      : [],
  }))
  function Head() {
    const form = useHeadForm({ row: stored, onClose: () => {} })
    return (
      <>
        <RecordForm form={form} label="Head" submitLabel="Save" />
        <output>{form.drafts.person_id || 'nobody'}</output>
        <button onClick={() => form.put('contact_id', other)}>Another client</button>
        <button onClick={() => form.put('contact_id', one)}>The first client</button>
      </>
    )
  }
  const user = showTo('admin', <Head />)
  const asksFor = (id: string) => calls.some(({ path }) => path.includes('/contact_relations') && path.includes(id))
  await waitFor(() => expect(asksFor(one)).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Another client' }))
  expect(screen.getByText('nobody')).toBeTruthy()
  await waitFor(() => expect(asksFor(other)).toBe(true))
  expect(await screen.findByText('These terms seem to be in English, and the paper is in German.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'The first client' }))
  expect(screen.getByText(person)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/These terms seem/)).toBeNull())
})
