// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { NEVER } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { item } from '@/documents/testing'
import { company, quotationOf } from '@/documents/paper/testing'
import { english } from '@/shared/domain/texts/pages/en'
import { pageTexts } from '@/shared/domain/texts/pages/load'
import { ClientQuotationScreen } from './client-quotation-screen'
import { QuotationConfirmedScreen } from './confirmed-screen'

const uuid = '00000000-0000-4000-8000-000000000142'
const books = vi.hoisted(() => ({ quotation: null as unknown, thread: [] as unknown[] }))

vi.mock('@/streams/realtime/live-channels', () => ({ channel: () => NEVER }))
vi.mock('@/shared/db/client', () => ({
  db: {
    rpc: (name: string) => {
      const data =
        name === 'get_public_quotation' ? books.quotation : name === 'questions_by_link' ? books.thread : null
      const call = { throwOnError: async () => ({ data }), abortSignal: () => call }
      return call
    },
  },
}))

const order = {
  order_number: 'SO-1',
  status: 'delivered',
  deposit_amount: '50.00',
  deposit_paid: '50.00',
  gross: '177.00',
  paid: '50.00',
  paid_on: '2026-11-21',
  ahead: '0.00',
  open_invoices: ['deposit', 'progress', 'final', 'standard'].map((kind, at) => ({
    number: `INV-${at}`,
    kind,
    balance: '1.00',
    due_date: at === 3 ? null : '2026-12-01',
    is_overdue: at === 1,
    public_uuid: `u-${at}`,
    announced:
      at === 2
        ? [0, 1].map((id) => ({
            id: String(id),
            amount: '1.00',
            currency: 'EUR',
            told_at: '2026-11-22T10:00:00Z',
            invoice_ids: [],
          }))
        : null,
  })),
}

/** A quotation of a client who reads that language, as the database tells it. */
function quotationIn(client_language: string | null, more: object = {}) {
  const lines = [
    item({ id: 'a', description: 'Xpanel', qty: '2', unit: 'm2', width_mm: '3000', height_mm: '750' }),
    item({ id: 'c', description: 'Xbook', vat_rate: '5' }),
    item({
      id: 'b',
      description: 'Xlines',
      qty: '12',
      unit: 'hour',
      discount_pct: '5',
      price_breaks: '1:14.00 10:13.50',
    }),
    item({ id: 'o', description: 'Xnight', is_optional: true }),
    item({ id: 'g1', description: 'Xred', is_optional: true, option_group: 'Xcolour' }),
    item({ id: 'g2', description: 'Xblue', is_optional: true, option_group: 'Xcolour' }),
  ]
  const { texts: _, ...document } = quotationOf(lines, {
    company: { ...company, name: 'Xcompany' },
    terms: 'Xterms',
    client_note: null,
  })
  return {
    ...document,
    project_title: null,
    version: 1,
    status: 'sent',
    is_past: false,
    being_revised: false,
    decided_at: null,
    decided_name: null,
    order: null,
    client_language,
    ...more,
  }
}

const show = (what: 'quotation' | 'confirmed' = 'quotation') =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[`/?id=${uuid}`]}>
          {what === 'quotation' ? <ClientQuotationScreen id={uuid} /> : <QuotationConfirmedScreen />}
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )

/** Every text and label that the page shows beside the paper, which keeps its own language. */
function shownTexts(): string[] {
  const papers = [...document.querySelectorAll('[data-paper]')]
  const outside = [...document.body.querySelectorAll(':not(style, script)')].filter(
    (each) => !papers.some((paper) => paper.contains(each)),
  )
  return outside.flatMap((each) => [
    ...[...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent ?? ''),
    ...['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => each.getAttribute(name) ?? []),
  ])
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  books.thread = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** The words of the catalogue as they stand on a page: what is between the places. */
const patternOf = (text: string) =>
  new RegExp(
    `^${text
      .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      .trim()
      .replaceAll(/\{\w+\}/g, '.+')}$`,
  )

/** What can become of a quotation. */
const states: [name: string, more: object][] = [
  ['past', { is_past: true }],
  ['in revision', { being_revised: true, status: 'draft' }],
  ['rejected', { status: 'rejected' }],
  ['cancelled', { status: 'cancelled' }],
  ['asked for a change', { status: 'change_requested' }],
  ...['awaiting_deposit', 'in_production', 'ready', 'part_delivered', 'delivered', 'on_hold', 'cancelled'].map(
    (status) =>
      [
        `an order: ${status}`,
        {
          status: 'converted',
          decided_name: 'Xann',
          decided_at: '2026-11-20T13:02:00Z',
          order: { ...order, status, promised_date: '2026-12-01' },
        },
      ] satisfies [string, object],
  ),
]

describe.each(['de', 'pl'] as const)('the quotation of a client in %s', (language) => {
  async function expectNoEnglish() {
    const texts = await pageTexts(language)
    const left = Object.entries(english).filter(
      ([key, text]) => /\p{L}{3}/u.test(text.replaceAll(/\{\w+\}/g, '')) && texts(key as 'close') !== text,
    )
    expect(left.length).toBeGreaterThan(100)
    const patterns = left.map(([, text]) => patternOf(text))
    const shown = shownTexts()
    const sentences = new Set(shown.flatMap((text) => [text.trim(), ...text.split(/(?<=[.:])\s/)]))
    expect([...sentences].filter((sentence) => patterns.some((pattern) => pattern.test(sentence)))).toEqual([])
    expect(shown.join('\n')).not.toMatch(
      /\b(the|your|with|please|hours?|from|each|less|total|net|Deposit|quotation|order|invoice|and)\b/i,
    )
    expect(document.documentElement.lang).toBe(language)
  }

  test('has no English beside the paper: open, with each answer, refused and after a wrong answer', async () => {
    const user = userEvent.setup()
    const texts = await pageTexts(language)
    books.quotation = quotationIn(language)
    show()
    await screen.findByRole('heading', { name: texts('your_quotation') })
    await expectNoEnglish()
    for (const button of ['ask_question', 'ask_change', 'reject'] as const) {
      await user.click(screen.getByRole('button', { name: texts(button) }))
      const sheet = await screen.findByRole('dialog')
      const send = within(sheet).getAllByRole('button').at(-1)
      if (send) await user.click(send)
      expect(within(sheet).getByText(texts('enter_name'))).toBeTruthy()
      await expectNoEnglish()
      await user.click(within(sheet).getByRole('button', { name: texts('close') }))
    }
    await user.click(screen.getAllByRole('radio', { name: 'Xred' })[0]!)
    await user.click(screen.getByRole('button', { name: texts('approve') }))
    const sheet = await screen.findByRole('dialog')
    await user.click(within(sheet).getAllByRole('button').at(-1)!)
    expect(within(sheet).getByText(texts('terms_missing'))).toBeTruthy()
    await expectNoEnglish()
  }, 30_000)

  test.each(states)('has no English when it is %s', async (_name, more) => {
    books.quotation = quotationIn(language, more)
    books.thread = [true, false].map((is_ours, id) => ({
      id,
      is_ours,
      isWish: !is_ours,
      name: null,
      words: 'Xwords',
      at: '2026-11-21T10:00:00Z',
    }))
    show()
    await screen.findAllByText('Xwords')
    await screen.findByRole('heading', { level: 1 })
    await expectNoEnglish()
  })

  test('has no English where it is confirmed, or not yet, or the link opens nothing', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
    books.quotation = quotationIn(null, { status: 'converted', order })
    show('confirmed')
    await screen.findByRole('heading', { level: 1 })
    await expectNoEnglish()
    cleanup()
    books.quotation = quotationIn(null)
    show('confirmed')
    await screen.findByRole('heading', { level: 1 })
    await expectNoEnglish()
    cleanup()
    books.quotation = null
    show()
    await screen.findByRole('heading', { level: 1 })
    await expectNoEnglish()
  })
})

test('the language is the chosen one, else the client’s, else the browser’s, else the company’s', async () => {
  const user = userEvent.setup()
  const browser = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sv-SE'])
  const language = async () => {
    cleanup()
    show()
    await screen.findByRole('combobox')
    return document.documentElement.lang
  }
  books.quotation = quotationIn(null, { language: 'pt' })
  expect(await language()).toBe('pt')
  browser.mockReturnValue(['sv-SE', 'nl-BE', 'en'])
  expect(await language()).toBe('nl')
  books.quotation = quotationIn('it', { language: 'pt' })
  expect(await language()).toBe('it')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Lingua' }), 'Français')
  expect(await screen.findByRole('heading', { name: 'Votre devis' })).toBeTruthy()
  expect(await language()).toBe('fr')
  cleanup()
  expect(document.documentElement.lang).not.toBe('fr')
})
