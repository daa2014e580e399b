// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { client, company, creditNoteOf, exampleLines, invoiceOf } from '@/documents/paper/testing'
import { expectNoEnglish } from '@/kit/client-page/testing'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { pageTexts } from '@/shared/domain/texts/pages/load'
import { type Part } from '@/shared/domain/texts/part'
import type { Catalogue } from '@/shared/domain/texts/texts'
import { serve, showTo } from '@/shared/ui/testing'
import { PublicCreditNoteScreen, PublicInvoiceScreen, PublicStatementScreen } from './public-screens'

const uuid = '7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30'
const parts = [accountsPart as unknown as Part<Catalogue>]
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pages = { invoice: PublicInvoiceScreen, credit_note: PublicCreditNoteScreen, statement: PublicStatementScreen }
async function show(page: keyof typeof pages, body: object | null) {
  const Screen = pages[page]
  serve(({ path }) => ({ body: path.includes(`get_public_${page}`) ? body : [] }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <Screen id={uuid} pay={null} />
    </MemoryRouter>,
  )
  await screen.findByRole('combobox')
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
  return user
}

const told = [{ id: 'r', amount: '1.00', currency: 'EUR', told_at: '2026-11-24T09:00:00Z', invoice_ids: [] }]
const statement = {
  number: 'ST-1',
  currency: 'EUR',
  company,
  client,
  date_from: '2026-11-01',
  date_to: '2026-11-30',
  opening: '0.00',
  closing: '100.00',
  lines: [],
  ageing: { not_due: '100.00', days_30: '0.00', days_60: '0.00', days_90: '0.00', older: '0.00', unallocated: '0.00' },
  payable: [{ balance: '100.00' }],
  credit: '40.00',
  announced: [],
}

test.each(['de', 'pl'] as const)(
  'papers of accounts at their links have no English beside the paper in %s',
  async (language) => {
    const reader = { client_language: language }
    const invoice = { ...invoiceOf(exampleLines), ...reader, is_overdue: true, announced: [] }
    const texts = await pageTexts(language)
    const user = await show('invoice', invoice)
    await expectNoEnglish(language, parts)
    await user.click(screen.getByRole('button', { name: texts('ask_question') }))
    await user.click(screen.getByRole('button', { name: texts('send') }))
    expect(screen.getByText(texts('enter_name'))).toBeTruthy()
    await expectNoEnglish(language, parts)
    for (const [page, body] of [
      ['invoice', { ...invoice, announced: told }],
      ['credit_note', { ...creditNoteOf(exampleLines), ...reader }],
      ['statement', { ...statement, ...reader }],
      ['statement', { ...statement, ...reader, announced: told }],
      ['statement', { ...statement, ...reader, credit: '100.00' }],
    ] as const) {
      cleanup()
      await show(page, body)
      await expectNoEnglish(language, parts)
    }
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    for (const page of ['invoice', 'credit_note', 'statement'] as const) {
      cleanup()
      await show(page, null)
      await expectNoEnglish(language, parts)
    }
  },
)
