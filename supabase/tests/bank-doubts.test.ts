import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, tradeIn, type Trade, issuedOn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const theirs = 'MT84MALT011000012345MTLCAST001S'
const supplierIban = 'DE89370400440532013000'
const bill = 'e1000000-0000-4000-a000-000000000001'

type Entry = Record<string, string | null>
type Match = { kind?: string; is_sure: boolean; seen: string; entry_id?: string; reasons: string[] }
type Bank = Trade & {
  /** Imports entries of 5 January, and returns their ids in order. */
  brought: (entries: Entry[], repeated?: string) => Promise<string[]>
  imported: (entries: Entry[], repeated?: string) => string
  suggested: (id: string) => Promise<{ matches: Match[]; doubts: string[] }>
  confirm: (id: string, place?: number) => Promise<void>
  refused: (work: () => Promise<unknown>) => Promise<string>
  state: (id: string) => Promise<unknown>
}

let files = 0
const inBank = (work: (bank: Bank) => Promise<void>) =>
  undone(engine, async (tx) => {
    const trade = await tradeIn(tx)
    await tx.exec(`
      insert into public.contact_bank_accounts (contact_id, holder, iban, is_default) values ('${row.business}', 'Sheets', '${supplierIban}', true);
      insert into public.supplier_invoices (id, supplier_id, supplier_number, invoice_date, due_date, net, vat)
        values ('${bill}', '${row.business}', 'PS-1001', '2026-01-01', '2026-01-20', 100, 18);
      update public.supplier_invoices set status = 'approved'`)
    const { accounts } = trade
    const imported = (entries: Entry[], repeated?: string) => {
      const all = entries.map((entry) => ({
        booked_on: '2026-01-05',
        direction: 'in',
        currency: 'EUR',
        party_name: 'Harbour Grill',
        ...entry,
      }))
      const file = { file_name: `file ${(files += 1)}.xml`, format: 'camt', ...(repeated ? { repeated } : {}) }
      return `select public.import_bank_file(null, '${JSON.stringify(file)}', '${JSON.stringify(all)}')`
    }
    const suggested = async (id: string) => {
      const found = await accounts.one<{ matches: Match[]; doubts: string[] }>(
        `select matches, doubts from public.bank_suggestions(array['${id}']::uuid[])`,
      )
      return found ?? expect.fail('The entry is not open')
    }
    await work({
      ...trade,
      imported,
      suggested,
      brought: async (entries, repeated) => {
        const { id } = await accounts.value<{ id: string }>(imported(entries, repeated))
        const found = await accounts.rows<{ id: string }>(
          `select id from public.bank_entries where import_id = '${id}' order by position`,
        )
        return found.map((one) => one.id)
      },
      confirm: async (id, place = 0) => {
        const { matches } = await suggested(id)
        const shown = JSON.stringify({ [id]: matches[place]?.seen })
        expect(await accounts.value(`select public.confirm_shown_entries('${shown}')`)).toMatchObject({
          confirmed: 1,
          left: 0,
        })
      },
      refused: (trying) => refusalOf(tx, trying),
      state: (id) => accounts.one(`select status, ignore_reason from public.bank_entries where id = '${id}'`),
    })
  })

async function issued({ accounts, server }: Trade, price = 100, client: string = row.clientContact) {
  const id = await accounts.value<string>(`select public.create_invoice('${client}', 'Window lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 1, ${price}, 18)`)
  const number = await accounts.value<string>(`select public.issue_invoice('${id}')`)
  await issuedOn(server, id, '2026-01-01')
  return { id, number }
}
const billState = ({ accounts }: Trade) =>
  accounts.one(`select status, open::text from public.supplier_invoices where id = '${bill}'`)

describe('a double payment', () => {
  test('of an invoice that is paid already is named with its payment, and its client’s other invoice is not taken for it', async () => {
    await inBank(async (bank) => {
      const { number } = await issued(bank)
      await issued(bank)
      const [first, second] = await bank.brought([
        { amount: '118.00', remittance: number, party_iban: theirs },
        { amount: '118.00', remittance: number, party_iban: theirs, booked_on: '2026-01-06' },
      ])
      await bank.confirm(first!)
      const { matches, doubts } = await bank.suggested(second!)
      expect(doubts).toHaveLength(1)
      expect(doubts[0]).toMatch(new RegExp(`double payment: ${number} was paid by RCPT-[0-9-]+ on 5 January 2026`))
      expect(matches).toMatchObject([{ is_sure: false, parts: [], credit: '118.00' }])
      // Confirmed, it stays credit: the other invoice of the same amount is not settled by it.
      await bank.confirm(second!)
      expect(await bank.server.value(`select sum(open)::text from public.payments`)).toBe('118.00')
    })
  })

  test('is none where the payer fits no client of the number: a typo proposes the payer’s invoice over exactly the amount', async () => {
    await inBank(async (bank) => {
      const { accounts } = bank
      const named = await issued(bank)
      const meant = await issued(bank, 220, row.business)
      const [paid, typo, nobody] = await bank.brought([
        { amount: '118.00', remittance: named.number, party_iban: theirs },
        { amount: '259.60', remittance: `Invoice ${named.number}`, party_name: 'BAKERY LIMITED' },
        { amount: '77.00', remittance: `Invoice ${named.number}`, party_name: 'Elsewhere Mining' },
      ])
      const client = await bank.server.value<string>(
        `select private.client_label(c) from public.contacts c where c.id = '${row.clientContact}'`,
      )
      // Open still, and of another amount: the number is no better.
      const open = await bank.suggested(typo!)
      expect(open.matches[0]).toMatchObject({ contact_id: row.business, is_sure: false })
      await bank.confirm(paid!)
      const { matches, doubts } = await bank.suggested(typo!)
      expect(doubts).toEqual([
        `The text names ${named.number}, a paid invoice of ${client}. The payer is called BAKERY LIMITED, and ${meant.number} of Bakery Ltd is open over exactly this amount: the number may be wrong.`,
      ])
      expect(matches).toMatchObject([
        {
          contact_id: row.business,
          is_sure: false,
          credit: '0.00',
          parts: [{ number: meant.number, amount: '259.60' }],
        },
        { contact_id: row.clientContact, is_sure: false, parts: [], credit: '259.60' },
      ])
      expect((await bank.suggested(nobody!)).doubts).toEqual([
        `The text names ${named.number}, a paid invoice of ${client}. The payer is called Elsewhere Mining: the number may be wrong.`,
      ])
      await bank.confirm(typo!)
      expect(await accounts.value(`select balance::text from public.invoices where id = '${meant.id}'`)).toBe('0.00')
    })
  })

  test.each(['vat', 'sales_tax'])(
    'of a deposit that is paid, whole or in two parts, is named and stays credit; the same amount for its open invoice is none (%s)',
    async (taxed) => {
      await inBank(async (bank) => {
        const { sales, server, accounts } = bank
        await server.run(`update public.company_settings set tax_kind = '${taxed}'`)
        const ordered = async () => {
          const id = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Shop front')`)
          await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
            values ('${id}', 'a0', 'Panel', 1, 400, 0)`)
          await sales.run(
            `update public.quotations set deposit_kind = 'percent', deposit_value = 50 where id = '${id}'`,
          )
          await sales.run(`select public.send_quotation('${id}')`)
          const order = await sales.value<string>(`select public.record_quotation_answer('${id}', 'approved', 'Carla')`)
          const number = await server.value<string>(`select order_number from public.orders where id = '${order}'`)
          return {
            order,
            number,
            came: (amount: string, day: string) => ({ amount, remittance: number, booked_on: day }),
          }
        }
        const [whole, parts] = [await ordered(), await ordered()]
        const entries = await bank.brought([
          whole.came('200.00', '2026-01-05'),
          whole.came('200.00', '2026-02-05'),
          parts.came('100.00', '2026-01-06'),
          parts.came('100.00', '2026-02-06'),
          parts.came('100.00', '2026-03-06'),
        ])
        const [first, second, one, two, three] = entries
        await bank.confirm(first!)
        for (const [part, day] of [
          [one, '2026-01-06'],
          [two, '2026-02-06'],
        ]) {
          expect((await bank.suggested(part!)).doubts).toEqual([])
          await accounts.run(
            `select public.confirm_bank_entry('${part}', '${row.clientContact}', p_order_id => '${parts.order}')`,
          )
          expect(await bank.state(part!), day).toMatchObject({ status: 'confirmed' })
        }
        for (const [again, { number }, on] of [
          [second, whole, '5 January 2026'],
          [three, parts, '6 February 2026'],
        ] as const) {
          const { matches, doubts } = await bank.suggested(again!)
          const paid = taxed === 'vat' ? '[A-Z0-9-]+' : `the deposit of ${number}`
          expect(doubts).toEqual([
            expect.stringMatching(new RegExp(`double payment: ${paid} was paid by RCPT-[0-9-]+ on ${on}`)),
          ])
          expect(matches[0]).toMatchObject({ is_sure: false, parts: [] })
        }
        // The rest of the order is as much as its deposit was: its invoice is what the number means now.
        await server.run(`update public.order_items set qty_delivered = qty where order_id = '${whole.order}'`)
        const final = await accounts.value<string>(`select public.make_invoice('{${whole.order}}')`)
        await accounts.run(`select public.issue_invoice('${final}')`)
        expect((await bank.suggested(second!)).doubts).toEqual([])
      })
    },
  )

  test('of the same payer with the same text is not sure while neither is matched; another text is another payment', async () => {
    await inBank(async (bank) => {
      const one = await issued(bank)
      const two = await issued(bank, 50)
      const [first, second, other] = await bank.brought([
        { amount: '118.00', remittance: one.number },
        { amount: '118.00', remittance: one.number },
        { amount: '59.00', remittance: two.number },
      ])
      expect((await bank.suggested(second!)).doubts).toEqual([
        'This looks like a double payment: the same amount with the same text came on 5 January 2026.',
      ])
      const sure = await Promise.all(
        [first!, second!, other!].map(async (id) => (await bank.suggested(id)).matches[0]?.is_sure),
      )
      expect(sure).toEqual([true, false, true])
      // An ignored entry was no payment, so the next one is the first.
      await bank.accounts.run(`select public.ignore_bank_entry('${first}', 'Not ours')`)
      expect((await bank.suggested(second!)).doubts).toEqual([])
    })
  })

  test('to a supplier whose invoice is paid is named; what somebody recorded by hand is no double payment', async () => {
    await inBank(async (bank) => {
      const debit = { direction: 'out', amount: '118.00', remittance: 'PS-1001', party_iban: supplierIban }
      await bank.accounts.run(`select public.pay_supplier_invoice('${bill}', 118, 'bank', '2026-01-05')`)
      const [first, second] = await bank.brought([
        debit,
        { ...debit, remittance: 'PS-1001 again', booked_on: '2026-01-07' },
      ])
      expect(await bank.suggested(first!)).toMatchObject({ doubts: [], matches: [{ kind: 'recorded', is_sure: true }] })
      await bank.confirm(first!)
      expect((await bank.suggested(second!)).doubts).toEqual([
        'This looks like a double payment: PS-1001 was paid on 5 January 2026.',
      ])
    })
  })
})

describe('a number that only the reference of the bank names', () => {
  test('is read for money in, as for money out', async () => {
    await inBank(async (bank) => {
      const one = await issued(bank)
      const two = await issued(bank)
      const [first, second] = await bank.brought([
        { amount: '118.00', bank_reference: `part of ${two.number.replaceAll('-', ' ')}` },
        { amount: '118.00', bank_reference: 'PS-1001', direction: 'out' },
      ])
      expect(await bank.suggested(first!)).toMatchObject({
        doubts: [],
        matches: [
          {
            is_sure: true,
            parts: [{ invoice_id: two.id }],
            reasons: [`The text names ${two.number}.`, `The amount is what is open of ${two.number}.`],
          },
        ],
      })
      await bank.confirm(first!)
      expect(await bank.server.value(`select balance::text from public.invoices where id = '${one.id}'`)).toBe('118.00')
      await bank.confirm(second!)
      // Both are paid now, and another entry that names them there is no sure one.
      const [third, fourth] = await bank.brought([
        { amount: '118.00', bank_reference: `again ${two.number}`, booked_on: '2026-01-06' },
        { amount: '118.00', bank_reference: 'again PS-1001', direction: 'out', booked_on: '2026-01-06' },
      ])
      expect((await bank.suggested(third!)).doubts).toEqual([
        expect.stringContaining(`${two.number} was paid by RCPT-`),
      ])
      expect((await bank.suggested(fourth!)).doubts).toEqual([
        expect.stringContaining('PS-1001 was paid on 5 January 2026.'),
      ])
    })
  })
})

describe('an invoice that an earlier entry surely settles', () => {
  test('is not offered as sure again: one entry names it, the other came from the account of its client', async () => {
    await inBank(async (bank) => {
      await bank.server.run(`insert into public.contact_bank_accounts (contact_id, holder, iban, is_default)
        values ('${row.clientContact}', 'Harbour Grill', '${theirs}', true)`)
      const { number } = await issued(bank)
      const [first, second, third] = await bank.brought([
        { amount: '118.00', remittance: number, party_iban: theirs },
        { amount: '118.00', party_iban: theirs },
        { amount: '50.00', party_iban: theirs },
      ])
      const sure = async (id: string) => (await bank.suggested(id)).matches[0]?.is_sure
      expect([await sure(first!), await sure(second!), await sure(third!)]).toEqual([true, false, false])
      expect((await bank.suggested(second!)).doubts).toEqual([
        `This looks like a double payment: the entry of 5 January 2026 over €118.00 settles ${number} too.`,
      ])
      expect((await bank.suggested(third!)).doubts).toEqual([])
      // With the first one ignored, the second is the one that pays.
      await bank.accounts.run(`select public.ignore_bank_entry('${first}', 'Not ours')`)
      expect(await sure(second!)).toBe(true)
    })
  })

  test('is not paid to its supplier again: two debits of other words and accounts, of which the first one is sure', async () => {
    await inBank(async (bank) => {
      const debit = { amount: '118.00', direction: 'out', party_name: 'Sheets' }
      const [first, second] = await bank.brought([
        { ...debit, remittance: 'Mesh banner', party_iban: supplierIban },
        { ...debit, remittance: 'PS-1001', booked_on: '2026-01-08' },
      ])
      const sure = async (id: string) => (await bank.suggested(id)).matches[0]?.is_sure
      expect([await sure(first!), await sure(second!)]).toEqual([true, false])
      expect((await bank.suggested(second!)).doubts).toEqual([
        'This looks like a double payment: the entry of 5 January 2026 over €118.00 settles PS-1001 too.',
      ])
      await bank.confirm(first!)
      expect((await bank.suggested(second!)).doubts).toEqual([
        expect.stringContaining('PS-1001 was paid on 5 January 2026.'),
      ])
    })
  })

  test('with several: the first takes what it names, the second, over all that is open, is not sure', async () => {
    await inBank(async (bank) => {
      await bank.server.run(`insert into public.contact_bank_accounts (contact_id, holder, iban, is_default)
        values ('${row.clientContact}', 'Harbour Grill', '${theirs}', true)`)
      const { number } = await issued(bank)
      await issued(bank, 50)
      const [first, second] = await bank.brought([
        { amount: '118.00', remittance: number, party_iban: theirs },
        { amount: '177.00', party_iban: theirs },
      ])
      const sure = async (id: string) => (await bank.suggested(id)).matches[0]?.is_sure
      expect([await sure(first!), await sure(second!)]).toEqual([true, false])
    })
  })
})

describe('a returned payment', () => {
  const debit = { direction: 'out', amount: '118.00', remittance: 'PS-1001', party_iban: supplierIban }

  test('gives the debit of before back: its invoice is open and approved again, by a record beside the payment, and neither entry waits', async () => {
    await inBank(async (bank) => {
      const [paid] = await bank.brought([debit])
      await bank.confirm(paid!)
      expect(await billState(bank)).toEqual({ status: 'paid', open: '0.00' })
      const [back] = await bank.brought([
        {
          amount: '118.00',
          party_iban: supplierIban,
          return_info: 'AC04, the account is closed',
          booked_on: '2026-01-08',
        },
      ])
      const { matches, doubts } = await bank.suggested(back!)
      expect(doubts).toEqual(['The bank says that this is a returned payment: AC04, the account is closed.'])
      expect(matches[0]).toMatchObject({ kind: 'return', entry_id: paid, is_sure: false })
      expect(await bank.accounts.value(`select public.confirm_sure_entries(array['${back}']::uuid[])`)).toEqual({
        confirmed: 0,
        left: 1,
        early: 0,
      })
      await bank.confirm(back!)
      expect(await billState(bank)).toEqual({ status: 'approved', open: '118.00' })
      expect(
        await bank.server.value(`select array_agg(paid_on order by paid_on)::text from public.supplier_payments`),
      ).toBe('{2026-01-05,2026-01-08}')
      expect(await bank.state(paid!)).toEqual({
        status: 'ignored',
        ignore_reason: 'Returned by the bank on 8 January 2026: AC04, the account is closed',
      })
      expect(await bank.state(back!)).toMatchObject({ ignore_reason: 'It gives the payment of 5 January 2026 back.' })
    })
  })

  test('that somebody recorded by hand is matched first: otherwise the books would hold what came back', async () => {
    await inBank(async (bank) => {
      await bank.accounts.run(`select public.pay_supplier_invoice('${bill}', 118, 'bank', '2026-01-05')`)
      const [paid, back] = await bank.brought([
        debit,
        { amount: '118.00', party_iban: supplierIban, return_info: 'AC04', booked_on: '2026-01-08' },
      ])
      expect((await bank.suggested(back!)).matches[0]).toMatchObject({ obstacle: expect.stringContaining('by hand') })
      expect(await bank.refused(() => bank.confirm(back!))).toBe(
        'Somebody recorded the payment of 5 January 2026 by hand: please match that entry first.',
      )
      await bank.confirm(paid!)
      await bank.confirm(back!)
      expect(await billState(bank)).toEqual({ status: 'approved', open: '118.00' })
      expect(await bank.server.value(`select max(paid_on)::text from public.supplier_payments`)).toBe('2026-01-08')
    })
  })

  test('without a word of the bank, the same amount from the account that was paid is a return, and money to a client’s account is not', async () => {
    await inBank(async (bank) => {
      const { number } = await issued(bank)
      const [, income, back, refund] = await bank.brought([
        debit,
        { amount: '118.00', remittance: number, party_iban: theirs },
        { amount: '118.00', party_iban: supplierIban, booked_on: '2026-01-07' },
        { direction: 'out', amount: '118.00', party_iban: theirs, booked_on: '2026-01-07' },
      ])
      await bank.confirm(income!)
      expect((await bank.suggested(back!)).matches[0]).toMatchObject({ kind: 'return', is_sure: false })
      expect((await bank.suggested(refund!)).matches.map(({ kind }) => kind)).not.toContain('return')
    })
  })

  test('of a client opens the invoice again by a reversing record', async () => {
    await inBank(async (bank) => {
      const { id, number } = await issued(bank)
      const [income] = await bank.brought([{ amount: '118.00', remittance: number, end_to_end: 'E2E-77' }])
      await bank.confirm(income!)
      const [back] = await bank.brought([
        { direction: 'out', amount: '118.00', end_to_end: 'E2E-77', return_info: 'MD06', booked_on: '2026-01-09' },
      ])
      await bank.confirm(back!)
      expect(await bank.accounts.one(`select status, balance::text from public.invoices where id = '${id}'`)).toEqual({
        status: 'issued',
        balance: '118.00',
      })
      expect(await bank.accounts.value(`select status from public.payments`)).toBe('refunded')
      expect(await bank.accounts.value(`select refunded_on::text from public.payment_refunds`)).toBe('2026-01-09')
    })
  })
})

describe('a returned deposit', () => {
  const noted = { end_to_end: 'E2E-88', return_info: 'AC04', remittance: 'Returned' }
  const silent = { party_iban: theirs }
  /** An order of €354.00 whose deposit of €177.00 the bank brought, and its debit of 9 January. */
  const returned = async (
    bank: Bank,
    debit: Entry = noted,
    act?: (invoice: string, payment: string) => Promise<unknown>,
  ) => {
    const { sales, server } = bank
    const quotation = await sales.value<string>(`select public.create_quotation('${row.clientContact}', 'Fascia')`)
    await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
      values ('${quotation}', 'a1', 'Fascia', 1, 300, 18)`)
    await sales.run(`select public.send_quotation('${quotation}')`)
    const order = await sales.value<string>(
      `select public.record_quotation_answer('${quotation}', 'approved', 'Carla')`,
    )
    const remittance = await server.value<string>(`select order_number from public.orders where id = '${order}'`)
    const [income] = await bank.brought([{ amount: '177.00', remittance, end_to_end: 'E2E-88', party_iban: theirs }])
    await bank.confirm(income!)
    const facts = await server.one<{ invoice: string; payment: string; number: string }>(
      `select v.id as invoice, v.invoice_number as number, a.payment_id as payment from public.invoices v
         join public.payment_allocations a on a.invoice_id = v.id where v.order_id = '${order}' and v.kind = 'deposit'`,
    )
    const paid = facts ?? expect.fail('The deposit has no invoice')
    await act?.(paid.invoice, paid.payment)
    const [back] = await bank.brought([{ direction: 'out', amount: '177.00', booked_on: '2026-01-09', ...debit }])
    return { order, back: back!, ...paid }
  }
  const stateOf = ({ server }: Trade, order: string) =>
    server.one(
      `select o.status as order, o.deposit_paid::text as paid, v.status as invoice, p.status as payment, p.open::text as free,
              (select string_agg(n.gross || ' ' || n.open, ', ') from public.credit_notes n where n.invoice_id = v.id) as notes
         from public.orders o join public.invoices v on v.order_id = o.id and v.kind = 'deposit' cross join public.payments p
        where o.id = '${order}' and p.direction = 'in'`,
    )
  const wentBack = {
    order: 'awaiting_deposit',
    paid: '0.00',
    invoice: 'credited',
    payment: 'refunded',
    free: '0.00',
    notes: '177.00 0.00',
  }
  const credit = async ({ accounts }: Trade, invoice: string) => {
    const note = await accounts.value<string>(`select public.make_credit_note('${invoice}', 'It came back')`)
    await accounts.run(`select public.issue_credit_note('${note}')`)
    return note
  }

  test.each([
    ['with a word of the bank', 'return', noted, false],
    ['with a word of the bank, of which the invoice is credited already', 'return', noted, true],
    ['without a word of the bank', 'client_return', silent, false],
    ['without a word of the bank, of which the invoice is credited already', 'client_return', silent, true],
  ])('%s is credited, given back and linked in one act, and its order waits for it', (_, kind, debit, isCredited) =>
    inBank(async (bank) => {
      const made = await returned(bank, debit, async (invoice) => isCredited && credit(bank, invoice))
      const { matches } = await bank.suggested(made.back)
      expect(matches[0]).toMatchObject({
        kind,
        parts: [{ number: made.number, amount: '177.00', is_credited: true }],
      })
      expect(matches[0]).not.toHaveProperty('obstacle')
      await bank.confirm(made.back)
      expect(await stateOf(bank, made.order)).toEqual(wentBack)
      expect(await bank.state(made.back)).toMatchObject({ status: kind === 'return' ? 'ignored' : 'confirmed' })
    }),
  )

  test('that somebody paid back by hand is linked to that refund, and is not offered again as a return', () =>
    inBank(async (bank) => {
      const { back, order } = await returned(bank, noted, async (invoice, payment) => {
        const note = await credit(bank, invoice)
        const pay = `select public.refund_payment('${payment}', 177, 'It came back', null, '${note}')`
        await bank.accounts.run(pay)
        await bank.server.run(`alter table public.payment_refunds disable trigger user`)
        await bank.server.run(`update public.payment_refunds set refunded_on = '2026-01-09'`)
      })
      const { matches } = await bank.suggested(back)
      expect(matches.map(({ kind }) => kind)).toEqual(['refund'])
      await bank.confirm(back)
      expect(await bank.state(back)).toMatchObject({ status: 'confirmed' })
      expect(await stateOf(bank, order)).toEqual(wentBack)
    }))

  test('that an invoice deducts says which invoice is credited first', () =>
    inBank(async (bank) => {
      let last = ''
      const { back, order } = await returned(bank, noted, async (invoice) => {
        const of = `(select order_id from public.invoices where id = '${invoice}')`
        await bank.server.run(`update public.order_items set qty_delivered = qty where order_id = ${of}`)
        const made = await bank.accounts.value<string>(`select public.make_invoice(array[${of}])`)
        last = await bank.accounts.value<string>(`select public.issue_invoice('${made}')`)
      })
      const { matches } = await bank.suggested(back)
      expect(matches[0]).toMatchObject({
        obstacle: expect.stringMatching(new RegExp(`please credit ${last} first\\.$`)),
      })
      expect(await bank.refused(() => bank.confirm(back))).toMatch(new RegExp(`please credit ${last} first`))
      expect(await stateOf(bank, order)).toMatchObject({ paid: '177.00', payment: 'succeeded' })
    }))
})

describe('a payment of a client that comes back without a word of the bank', () => {
  const invoiceOf = ({ accounts }: Trade, id: string) =>
    accounts.one(`select status, balance::text from public.invoices where id = '${id}'`)
  const moneyOf = ({ accounts }: Trade) =>
    accounts.one(`select status, open::text, refunded::text from public.payments where direction = 'in'`)
  /** An invoice that was paid on 5 January, and a debit of later. */
  const paidAndBack = async (bank: Bank, debit: Entry) => {
    const { id, number } = await issued(bank)
    const [income] = await bank.brought([{ amount: '118.00', remittance: number, party_iban: theirs }])
    await bank.confirm(income!)
    const receipt = await bank.accounts.value<string>(`select payment_number from public.payments`)
    const [back] = await bank.brought([{ direction: 'out', booked_on: '2026-01-09', ...debit }])
    return { id, number, income: income!, back: back!, receipt }
  }

  test('is suggested by its amount and client: confirmed, its invoice is open again and the money went back that day; undone, all is as before', async () => {
    await inBank(async (bank) => {
      const { id, back, receipt } = await paidAndBack(bank, { amount: '118.00', party_iban: theirs })
      const { matches, doubts } = await bank.suggested(back)
      expect(doubts).toEqual([])
      expect(matches[0]).toMatchObject({
        kind: 'client_return',
        payment_number: receipt,
        is_sure: false,
        parts: [{ amount: '118.00' }],
      })
      await bank.confirm(back)
      expect(await invoiceOf(bank, id)).toEqual({ status: 'issued', balance: '118.00' })
      expect(await moneyOf(bank)).toEqual({ status: 'refunded', open: '0.00', refunded: '118.00' })
      expect(await bank.accounts.value(`select refunded_on::text from public.payment_refunds`)).toBe('2026-01-09')
      await bank.accounts.run(`select public.undo_bank_entry('${back}', 'It was another one')`)
      expect(await invoiceOf(bank, id)).toEqual({ status: 'paid', balance: '0.00' })
      expect(await moneyOf(bank)).toEqual({ status: 'succeeded', open: '0.00', refunded: '0.00' })
      await bank.confirm(back)
      expect(await invoiceOf(bank, id)).toEqual({ status: 'issued', balance: '118.00' })
    })
  })

  test('ends the cash discount that it took on the day on which the money went back', async () => {
    await inBank(async (bank) => {
      await bank.server.run(`update public.company_settings set cash_discount_pct = 2, cash_discount_days = 10`)
      const { id, number } = await issued(bank)
      const [income] = await bank.brought([{ amount: '115.64', remittance: number, party_iban: theirs }])
      await bank.confirm(income!)
      expect(await invoiceOf(bank, id)).toEqual({ status: 'paid', balance: '0.00' })
      const [back] = await bank.brought([
        { direction: 'out', booked_on: '2026-01-09', amount: '115.64', party_iban: theirs },
      ])
      expect((await bank.suggested(back!)).matches[0]).toMatchObject({
        parts: [{ amount: '115.64', discount: '2.36' }],
      })
      await bank.confirm(back!)
      expect(await invoiceOf(bank, id)).toEqual({ status: 'issued', balance: '118.00' })
      expect(
        await bank.accounts.rows(`select amount::text, given_on::text from public.cash_discounts order by amount desc`),
      ).toEqual([
        { amount: '2.36', given_on: '2026-01-05' },
        { amount: '-2.36', given_on: '2026-01-09' },
      ])
    })
  })

  test('with a fee of the bank in the same debit: the fee is split off, and another sum is refused', async () => {
    await inBank(async (bank) => {
      const { id, back, number } = await paidAndBack(bank, { amount: '123.50', party_name: 'Bank', remittance: 'x' })
      expect((await bank.suggested(back)).matches).toEqual([])
      const payment = await bank.accounts.value<string>(`select id from public.payments`)
      const confirm = (fee: string) =>
        bank.accounts.run(
          `select public.confirm_bank_payout('${back}', '${JSON.stringify({ kind: 'client_return', payment_id: payment, fee })}')`,
        )
      for (const fee of ['0', '5.49', '5.51', '-5.50', '5.500', 'five'])
        expect(await bank.refused(() => confirm(fee))).toMatch(/is over €118.00. With a fee of .* the €123.50/)
      await confirm('5.50')
      expect(await invoiceOf(bank, id)).toEqual({ status: 'issued', balance: '118.00' })
      expect(await bank.accounts.one(`select fee::text, taken_off from public.bank_entry_payouts`)).toEqual({
        fee: '5.50',
        taken_off: [{ invoice_id: id, amount: '118.00' }],
      })
      const named = { direction: 'out', amount: '123.50', booked_on: '2026-01-10', remittance: `Return ${number}` }
      await bank.accounts.run(`select public.undo_bank_entry('${back}', 'Again')`)
      const [other] = await bank.brought([named])
      expect((await bank.suggested(other!)).matches[0]).toMatchObject({ kind: 'client_return', fee: '5.50' })
    })
  })

  test('undone after its invoice was paid by another payment stays credit; a part that went back, and a later payment, are refused', async () => {
    await inBank(async (bank) => {
      const { id, back } = await paidAndBack(bank, { amount: '118.00', party_iban: theirs })
      await bank.confirm(back)
      await bank.accounts.run(`select public.record_payment('${row.clientContact}', 118, 'cash', '2026-01-09')`)
      expect(await invoiceOf(bank, id)).toEqual({ status: 'paid', balance: '0.00' })
      await bank.accounts.run(`select public.undo_bank_entry('${back}', 'It was another one')`)
      expect(await bank.accounts.value(`select open::text from public.payments where method = 'bank'`)).toBe('118.00')
      const payment = await bank.accounts.value<string>(`select id from public.payments where method = 'bank'`)
      const choice = JSON.stringify({ kind: 'client_return', payment_id: payment })
      const confirm = (entry: string) =>
        bank.refused(() => bank.accounts.run(`select public.confirm_bank_payout('${entry}', '${choice}')`))
      const [early] = await bank.brought([{ direction: 'out', amount: '118.00', booked_on: '2026-01-02' }])
      expect(await confirm(early!)).toMatch(/came in after this debit$/)
      await bank.accounts.run(`select public.refund_payment('${payment}', 18, 'Overpaid')`)
      expect(await confirm(back)).toMatch(/, or a part of it, went back already$/)
    })
  })
})

describe('the confirmation of a whole list', () => {
  test('books all of it, or nothing when one of its entries is no longer as it was shown', async () => {
    await inBank(async (bank) => {
      const papers = [await issued(bank), await issued(bank, 50)]
      const ids = await bank.brought([
        { amount: '118.00', remittance: papers[0]!.number },
        { amount: '59.00', remittance: papers[1]!.number },
      ])
      const shown = await Promise.all(ids.map(async (id) => [id, (await bank.suggested(id)).matches[0]?.seen]))
      const confirm = `select public.confirm_shown_entries('${JSON.stringify(Object.fromEntries(shown))}', true)`
      await bank.accounts.run(`select public.record_payment('${row.clientContact}', 9, 'cash', null, null, null,
        '[{"invoice_id": "${papers[1]!.id}", "amount": 9}]')`)
      expect(await bank.refused(() => bank.accounts.run(confirm))).toBe(
        'Nothing was booked: the entry of 5 January 2026 over €59.00 is not what was shown any more. Please look again.',
      )
      expect(await bank.state(ids[0]!)).toMatchObject({ status: 'open' })
      const now = await Promise.all(ids.map(async (id) => [id, (await bank.suggested(id)).matches[0]?.seen]))
      expect(
        await bank.accounts.value(
          `select public.confirm_shown_entries('${JSON.stringify(Object.fromEntries(now))}', true)`,
        ),
      ).toMatchObject({ confirmed: 2, left: 0 })
    })
  })
})

describe('two entries of one file for the same paper', () => {
  const sureOf = (bank: Bank) =>
    bank.accounts.value<{ sure: Record<string, string> }>(`select public.sure_entries('in')`).then(({ sure }) => sure)

  test('the second is no sure one when both are more than is open, whatever else its text says', async () => {
    await inBank(async (bank) => {
      const { number } = await issued(bank)
      const [first, second] = await bank.brought([
        { amount: '118.00', remittance: number },
        { amount: '118.00', remittance: `${number} again` },
      ])
      expect(await bank.suggested(second!)).toMatchObject({
        doubts: [
          `This looks like a double payment: the entry of 5 January 2026 over €118.00 names ${number} too, and only €118.00 of it is open.`,
        ],
      })
      const sure = await sureOf(bank)
      expect(Object.keys(sure)).toEqual([first])
      expect(
        await bank.accounts.value(`select public.confirm_shown_entries('${JSON.stringify(sure)}', true)`),
      ).toMatchObject({ confirmed: 1, left: 0 })
      expect((await bank.suggested(second!)).matches[0]).toMatchObject({ is_sure: false, parts: [], credit: '118.00' })
    })
  })

  test('the same debit twice for one bill is no sure one the second time', async () => {
    await inBank(async (bank) => {
      const debit = { direction: 'out', amount: '118.00' }
      const [, second] = await bank.brought([
        { ...debit, remittance: 'PS-1001' },
        { ...debit, remittance: 'Invoice PS-1001' },
      ])
      expect((await bank.suggested(second!)).doubts.join(' ')).toMatch(
        /names PS-1001 too, and only €118\.00 of it is open/,
      )
    })
  })

  test('two parts that fit together are no doubt; the list takes one at a time, so that all of it can be booked', async () => {
    await inBank(async (bank) => {
      const { number } = await issued(bank)
      const ids = await bank.brought([
        { amount: '59.00', remittance: `${number} part 1` },
        { amount: '59.00', remittance: `${number} part 2` },
      ])
      expect(await Promise.all(ids.map(async (id) => (await bank.suggested(id)).doubts))).toEqual([[], []])
      const sure = await sureOf(bank)
      expect(
        await bank.accounts.value(`select public.confirm_shown_entries('${JSON.stringify(sure)}', true)`),
      ).toMatchObject({ left: 0 })
    })
  })
})

describe('a confirmation that is sent twice', () => {
  test('is answered with what it booked the first time; nothing is booked again, and another person’s is not theirs', async () => {
    await inBank(async (bank) => {
      const { number } = await issued(bank)
      const [id] = await bank.brought([{ amount: '118.00', remittance: number }])
      const { matches } = await bank.suggested(id!)
      const confirm = `select public.confirm_shown_entries('${JSON.stringify({ [id!]: matches[0]?.seen })}')`
      const first = await bank.accounts.value<{ booked: Record<string, string> }>(confirm)
      expect(first).toMatchObject({ confirmed: 1, left: 0 })
      expect(first.booked[id!]).toMatch(/^RCPT-/)
      expect(await bank.accounts.value(confirm)).toEqual(first)
      expect(await bank.server.value(`select count(*)::int from public.payments`)).toBe(1)
      const other = `select public.confirm_shown_entries('${JSON.stringify({ [id!]: 'something else' })}')`
      expect(await bank.accounts.value(other)).toEqual({ confirmed: 0, left: 1, booked: {} })
      await bank.server.run(`update public.bank_entries set decided_by = null where id = '${id}'`)
      expect(await bank.accounts.value(confirm)).toEqual({ confirmed: 0, left: 1, booked: {} })
    })
  })

  test('is open again after it is taken back, and a return is answered as done too', async () => {
    await inBank(async (bank) => {
      const debit = { direction: 'out', amount: '118.00', remittance: 'PS-1001', party_iban: supplierIban }
      const [paid, back] = await bank.brought([
        debit,
        { amount: '118.00', party_iban: supplierIban, return_info: 'AC04', booked_on: '2026-01-08' },
      ])
      await bank.confirm(paid!)
      await bank.accounts.run(`select public.undo_bank_entry('${paid}', 'By mistake')`)
      await bank.confirm(paid!)
      const { matches } = await bank.suggested(back!)
      const confirm = `select public.confirm_shown_entries('${JSON.stringify({ [back!]: matches[0]?.seen })}')`
      expect(await bank.accounts.value(confirm)).toMatchObject({ confirmed: 1, left: 0 })
      expect(await bank.accounts.value(confirm)).toMatchObject({ confirmed: 1, left: 0 })
    })
  })

  test('by hand is answered as the first; another choice of the same person is refused', async () => {
    await inBank(async (bank) => {
      const [paid] = await bank.brought([{ direction: 'out', amount: '118.00', party_iban: supplierIban }])
      const choice = { kind: 'supplier', parts: [{ invoice_id: bill, amount: '118.00' }] }
      const confirm = (what: object) =>
        bank.accounts.run(`select public.confirm_bank_payout('${paid}', '${JSON.stringify(what)}')`)
      await confirm(choice)
      await confirm(choice)
      expect(await bank.server.value(`select count(*)::int from public.supplier_payments`)).toBe(1)
      expect(await bank.refused(() => confirm({ kind: 'refund', payment_id: bill }))).toMatch(
        / confirmed this entry already$/,
      )
    })
  })
})

test('an entry in another currency is never sure, says so, and is summed by itself', async () => {
  await inBank(async (bank) => {
    const { number } = await issued(bank)
    const [, dollars] = await bank.brought([
      { amount: '118.00', remittance: number },
      { amount: '118.00', remittance: number, currency: 'USD' },
    ])
    expect(await bank.suggested(dollars!)).toEqual({
      matches: [],
      doubts: [
        'It is in USD and the books are in EUR: nothing is matched by itself. Please say what it is worth in EUR.',
      ],
    })
    expect(await bank.accounts.value(`select public.bank_summary()`)).toMatchObject({
      open: 2,
      amount: '118.00',
      other: [{ currency: 'USD', direction: 'in', amount: '118.00' }],
    })
  })
})

describe('money in another currency', () => {
  test('that came in is a payment over what a person says it is worth; what the bank booked stays with it', async () => {
    await inBank(async (bank) => {
      const { id, number } = await issued(bank)
      const [dollars] = await bank.brought([{ amount: '130.00', currency: 'USD', remittance: number }])
      const confirm = (worth: string) =>
        bank.accounts.value(
          `select public.confirm_bank_entry('${dollars}', '${row.clientContact}', null, null, null, ${worth})`,
        )
      expect(await bank.refused(() => confirm('null'))).toBe(
        'This entry is in USD. Please say what it is worth in EUR.',
      )
      for (const worth of ['0', '-1', '118.005'])
        expect(await bank.refused(() => confirm(worth))).toBe('Please enter an amount above zero with two decimals')
      const payment = await confirm('118.00')
      expect(await confirm('118.00')).toBe(payment)
      expect(
        await bank.accounts.one(`select amount::text, currency, reference, open::text from public.payments`),
      ).toEqual({ amount: '118.00', currency: 'EUR', reference: `USD 130.00 · ${number}`, open: '0.00' })
      const kept = `select amount::text, currency, worth::text from public.bank_entries where id = '${dollars}'`
      expect(await bank.accounts.one(kept)).toEqual({ amount: '130.00', currency: 'USD', worth: '118.00' })
      await bank.accounts.run(`select public.undo_bank_entry('${dollars}', 'Another rate')`)
      expect(await bank.accounts.one(kept)).toEqual({ amount: '130.00', currency: 'USD', worth: null })
      expect(await bank.accounts.value(`select balance::text from public.invoices where id = '${id}'`)).toBe('118.00')
      await confirm('117.99')
      expect(await bank.accounts.value(`select balance::text from public.invoices where id = '${id}'`)).toBe('0.01')
    })
  })

  test('of which the bank says what it is worth is booked by that and nothing else', async () => {
    await inBank(async (bank) => {
      const [dollars, euros] = await bank.brought([
        { amount: '130.00', currency: 'USD', other_amount: '118.00', other_currency: 'EUR' },
        { amount: '59.00', other_amount: '65.00', other_currency: 'USD' },
      ])
      expect((await bank.suggested(dollars!)).doubts).toEqual([
        'It is in USD and the books are in EUR: nothing is matched by itself. The bank says that it is worth €118.00.',
      ])
      expect((await bank.suggested(euros!)).doubts).toEqual([])
      const confirm = (id: string, worth: string) =>
        bank.accounts.value(
          `select public.confirm_bank_entry('${id}', '${row.clientContact}', null, null, null, ${worth})`,
        )
      expect(await bank.refused(() => confirm(dollars!, '117.99'))).toBe('The bank says that this is worth €118.00')
      expect(await bank.refused(() => confirm(euros!, '65'))).toMatch(/its amount is what it is worth$/)
      await confirm(dollars!, '118')
      expect(await bank.accounts.value(`select amount::text from public.payments`)).toBe('118.00')
      expect(
        await bank.refused(() => bank.brought([{ amount: '1.00', other_amount: '1.00', other_currency: 'EUR' }])),
      ).toBe('Entry 1: the amount in the other currency cannot be read. Nothing was imported.')
    })
  })

  test('that went out pays invoices of a supplier by what it is worth, and is open again when it is taken back', async () => {
    await inBank(async (bank) => {
      const [dollars] = await bank.brought([{ direction: 'out', amount: '130.00', currency: 'USD' }])
      const confirm = (more: object) =>
        bank.accounts.run(
          `select public.confirm_bank_payout('${dollars}', '${JSON.stringify({ kind: 'supplier', parts: [{ invoice_id: bill, amount: '118.00' }], ...more })}')`,
        )
      expect(await bank.refused(() => confirm({}))).toBe('This entry is in USD. Please say what it is worth in EUR.')
      expect(await bank.refused(() => confirm({ worth: 'much' }))).toBe(
        'Please enter an amount above zero with two decimals',
      )
      expect(await bank.refused(() => confirm({ worth: '118.01' }))).toBe(
        'The invoices come to €118.00, and the bank paid €118.01',
      )
      await confirm({ worth: '118.00' })
      expect(await billState(bank)).toEqual({ status: 'paid', open: '0.00' })
      expect(await bank.accounts.value(`select reference from public.supplier_payments`)).toBe('USD 130.00')
      await bank.accounts.run(`select public.undo_bank_entry('${dollars}', 'Another rate')`)
      expect(await billState(bank)).toEqual({ status: 'approved', open: '118.00' })
    })
  })
})

test('the sure ones are counted over all that is open, a hundred at a time, by direction', async () => {
  await inBank(async (bank) => {
    const { number } = await issued(bank)
    const many = Array.from({ length: 120 }, (_, n) => ({ amount: `${n + 1}.37`, remittance: `Nobody ${n}` }))
    const ids = await bank.brought([
      ...many,
      { amount: '118.00', remittance: number, booked_on: '2026-01-06' },
      { direction: 'out', amount: '118.00', remittance: 'PS-1001', booked_on: '2026-01-06' },
    ])
    const sure: string[] = []
    let after: string | null = null
    for (let calls = 0; calls < 5; calls += 1) {
      const page: { sure: Record<string, string>; next: string | null } = await bank.accounts.value(
        `select public.sure_entries('in', ${after ? `'${after}'` : 'null'})`,
      )
      sure.push(...Object.keys(page.sure))
      after = page.next
      if (!after) break
    }
    expect(sure).toEqual([ids[120]])
    expect(await bank.refused(() => bank.client.run('select public.sure_entries()'))).toMatch(/permission denied/)
  })
})

describe('what was imported', () => {
  const one = { amount: '10.00', bank_reference: 'A1' }

  test('with the same reference of the bank twice asks: it is kept twice or left out, as the person says', async () => {
    await inBank(async (bank) => {
      const file = [one, { amount: '20.00', bank_reference: 'A2' }, { ...one, remittance: 'cut' }]
      expect(await bank.refused(() => bank.accounts.run(bank.imported(file)))).toBe(
        "Entry 3 has the bank's reference, the day and the amount of entry 1. Please say whether it is the same payment.",
      )
      expect(await bank.accounts.value(bank.imported(file, 'leave out'))).toMatchObject({
        entries: 2,
        known: 0,
        repeated: 1,
      })
      expect(await bank.accounts.value(bank.imported([...file, { amount: '5.00' }], 'keep'))).toMatchObject({
        entries: 2,
        known: 2,
        repeated: 0,
      })
    })
  })

  test('is taken back while nothing of it is matched, and can be imported again; what is matched is named', async () => {
    await inBank(async (bank) => {
      const { number } = await issued(bank)
      const file = [
        { amount: '118.00', remittance: number },
        { amount: '9.00', remittance: 'Fees' },
      ]
      const [matched, fees] = await bank.brought(file)
      const [id] = await bank.accounts.rows<{ id: string }>(`select id from public.bank_imports`)
      await bank.confirm(matched!)
      await bank.accounts.run(`select public.ignore_bank_entry('${fees}', 'Fees')`)
      expect(await bank.refused(() => bank.workshop.run(`select public.undo_bank_import('${id?.id}')`))).toMatch(
        /may not/,
      )
      expect(await bank.refused(() => bank.accounts.run(`select public.undo_bank_import('${id?.id}')`))).toBe(
        'One entry of this file is booked. Please say why it is taken back with it.',
      )
      expect(await bank.accounts.value(`select public.undo_bank_import('${id?.id}', 'The wrong account')`)).toBe(2)
      expect(
        await bank.accounts.one(
          `select p.status, r.kind, r.reason, v.balance::text from public.payments p join public.payment_refunds r on r.payment_id = p.id,
             public.invoices v where v.invoice_number = '${number}'`,
        ),
      ).toEqual({ status: 'refunded', kind: 'reversal', reason: 'The wrong account', balance: '118.00' })
      expect(await bank.accounts.value(`select public.undo_bank_import('${id?.id}')`)).toBe(0)
      expect(
        await bank.server.value(
          `select count(*)::int from public.audit_logs where table_name = 'bank_entries' and action = 'DELETE'`,
        ),
      ).toBe(2)
      expect(await bank.brought(file)).toHaveLength(2)
    })
  })

  test('is taken back in one act with all that was booked of it, or not at all: each booking that stays is named with its reason', async () => {
    await inBank(async (bank) => {
      const { accounts } = bank
      const first = await issued(bank)
      const second = await issued(bank, 50)
      const ids = await bank.brought([
        { amount: '118.00', remittance: first.number },
        { amount: '59.00', remittance: second.number },
        { amount: '118.00', remittance: 'PS-1001', direction: 'out', party_name: 'Sheets', party_iban: supplierIban },
        { amount: '77.00', remittance: 'Credit' },
      ])
      const file = await accounts.value<string>(`select import_id from public.bank_entries where id = '${ids[0]}'`)
      for (const id of ids.slice(0, 3)) await bank.confirm(id)
      // Money that somebody recorded by hand: it stays, and is only no longer linked.
      const byHand = await accounts.value<string>(
        `select public.record_payment('${row.clientContact}', 77, 'bank', '2026-01-05', p_allocations => '[]')`,
      )
      await accounts.run(`select public.confirm_bank_entry('${ids[3]}', p_payment_id => '${byHand}')`)
      const paid = async (place: number) =>
        accounts.value<string>(`select payment_id from public.bank_entries where id = '${ids[place]}'`)
      const payment = await paid(1)
      await accounts.run(
        `select public.remove_allocation(id) from public.payment_allocations where payment_id = '${payment}'`,
      )
      await accounts.run(`select public.refund_payment('${payment}', 9, 'Too much')`)
      const act = () => accounts.value(`select public.undo_bank_import('${file}', 'The wrong account')`)
      expect(await bank.refused(act)).toMatch(
        /^Nothing was taken back\. One booking cannot be: €59\.00 of 5 January 2026 \(RCPT-[0-9-]+\): A part of RCPT-[0-9-]+ went back to the client already$/,
      )
      expect(await bank.state(ids[0]!)).toMatchObject({ status: 'confirmed' })
      expect(await billState(bank)).toEqual({ status: 'paid', open: '0.00' })

      await bank.server.run(
        `select private.reverse_refund(r.id, 'Recorded by mistake') from public.payment_refunds r where r.payment_id = '${payment}'`,
      )
      expect(await act()).toBe(4)
      expect(await billState(bank)).toEqual({ status: 'approved', open: '118.00' })
      expect(await accounts.value(`select status from public.payments where id = '${byHand}'`)).toBe('succeeded')
      expect(
        await accounts.rows(
          `select balance::text from public.invoices where id in ('${first.id}', '${second.id}') order by 1 desc`,
        ),
      ).toEqual([{ balance: '59.00' }, { balance: '118.00' }])
    })
  })

  test('is ignored together with one reason and noticed again; what is matched stays as it is', async () => {
    await inBank(async (bank) => {
      const { number } = await issued(bank)
      const ids = await bank.brought([
        { amount: '118.00', remittance: number },
        { amount: '9.00', remittance: 'Fees' },
        { amount: '8.00', remittance: 'Fees' },
      ])
      await bank.confirm(ids[0]!)
      const all = `array[${ids.map((id) => `'${id}'`).join(', ')}]::uuid[]`
      expect(await bank.refused(() => bank.accounts.run(`select public.ignore_bank_entries(${all}, ' ')`))).toMatch(
        /say why/,
      )
      expect(await bank.accounts.value(`select public.ignore_bank_entries(${all}, 'Fees')`)).toBe(2)
      expect(await bank.state(ids[1]!)).toEqual({ status: 'ignored', ignore_reason: 'Fees' })
      expect(await bank.accounts.value(`select public.notice_bank_entries(${all})`)).toBe(2)
      expect(await bank.state(ids[1]!)).toEqual({ status: 'open', ignore_reason: null })
      expect(await bank.state(ids[0]!)).toMatchObject({ status: 'confirmed' })
    })
  })
})
