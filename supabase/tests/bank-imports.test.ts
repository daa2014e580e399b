import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade, type Worker, issuedOn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Refused = (trying: () => Promise<unknown>, words: string) => Promise<void>
const inTrade = (work: (trade: Trade, refused: Refused) => Promise<void>) =>
  undone(engine, async (tx) =>
    work(await tradeIn(tx), async (trying, words) => {
      await tx.exec('savepoint before')
      await expect(trying()).rejects.toThrow(words)
      await tx.exec('rollback to savepoint before')
    }),
  )

const iban = 'MT84MALT011000012345MTLCAST001S'
const ours = 'DE89370400440532013000'
type Entry = Record<string, string | null>
const entry = (amount: string, more: Entry = {}): Entry => ({
  booked_on: '2026-01-05',
  direction: 'in',
  amount,
  currency: 'EUR',
  party_name: 'Somebody Else',
  ...more,
})
const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`
let files = 0
const importing = (entries: Entry[], id = `b1000000-0000-4000-a000-${String((files += 1)).padStart(12, '0')}`) =>
  `select public.import_bank_file('${id}', '{"file_name": "january.xml", "format": "camt", "account_iban": "${ours}"}', ${quoted(entries)})`

async function issued({ accounts, server }: Trade, contact: string, price = 100, late = 0) {
  const id = await accounts.value<string>(`select public.create_invoice('${contact}', 'Window lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 1, ${price}, 18)`)
  await server.run(`update public.invoices set due_date = private.company_today() - ${late} where id = '${id}'`)
  const number = await accounts.value<string>(`select public.issue_invoice('${id}')`)
  await issuedOn(server, id, '2026-01-01')
  return { id, number }
}

type Match = {
  contact_id: string
  parts: { number: string; amount: string; invoice_id: string }[]
  credit: string
  is_sure: boolean
  reasons: string[]
  payment_number?: string
  payment_id?: string
}
/** A table of the bank, whose columns a person named. Returns the id of its import. */
const importingTable = async (accounts: Worker, entries: Entry[]) =>
  (
    await accounts.value<{ id: string }>(
      `select public.import_bank_file(null, '{"file_name": "table.csv", "format": "csv"}', ${quoted(entries)})`,
    )
  ).id
const entryOf = (accounts: Worker, amount: string) =>
  accounts.value<string>(`select id from public.bank_entries where amount = ${amount} order by position limit 1`)
async function matchesOf(accounts: Worker, amount: string): Promise<Match[]> {
  const id = await entryOf(accounts, amount)
  return accounts.value<Match[]>(`select matches from public.bank_suggestions(array['${id}']::uuid[])`)
}
const invoiceState = (accounts: Worker, id: string) =>
  accounts.one(`select status, balance::text from public.invoices where id = '${id}'`)

describe('a bank statement', () => {
  test('is imported once: the same file, and a file without anything new, are refused; what is known is left out', async () => {
    await inTrade(async ({ accounts, sales }, refused) => {
      const two = [entry('10.00'), entry('20.00', { bank_reference: 'A1' })]
      await refused(() => sales.run(importing(two)), 'You may not import bank statements')
      const id = 'b2000000-0000-4000-a000-000000000001'
      expect(await accounts.value(importing(two, id))).toEqual({ id, entries: 2, known: 0, repeated: 0 })
      expect(await accounts.value(importing(two, id))).toEqual({ id, entries: 2, known: 0, repeated: 0 })
      await refused(() => accounts.run(importing(two)), 'imported already, as january.xml')
      await refused(
        () => accounts.run(importing([entry('20.00', { bank_reference: 'A1' })])),
        'Every entry of this file',
      )
      // The bank's reference identifies an entry, even when its text differs in another file.
      expect(
        await accounts.value(importing([entry('20.00', { bank_reference: 'A1', remittance: 'cut' }), entry('30.00')])),
      ).toMatchObject({ entries: 1, known: 1 })
      expect(await accounts.value(`select count(*)::int from public.bank_entries`)).toBe(3)
    })
  })

  test('says before the import how many entries are already here, by the rule of the import', async () => {
    await inTrade(async ({ accounts, sales }, refused) => {
      const preview = (entries: Entry[], more = '') =>
        `select public.preview_bank_file('{"file_name": "again.xml", "format": "camt", "account_iban": "${ours}"${more}}', ${quoted(entries)})`
      const two = [entry('10.00'), entry('20.00', { bank_reference: 'A1' })]
      await refused(() => sales.run(preview(two)), 'You may not import bank statements')
      await refused(() => accounts.run(preview([entry('1.5')])), 'Entry 1: the amount cannot be read')
      expect(await accounts.value(preview(two))).toEqual({
        accounts: [],
        entries: 2,
        account: ours,
        known: 0,
        imported: null,
      })
      await accounts.run(importing(two))
      expect(await accounts.value(preview(two))).toMatchObject({
        entries: 2,
        known: 2,
        imported: expect.stringContaining('imported already, as january.xml'),
      })
      const twice = [...two, entry('20.00', { bank_reference: 'A1' }), entry('30.00')]
      expect(await accounts.value(preview(twice))).toEqual({
        accounts: [],
        entries: 4,
        account: ours,
        known: 2,
        imported: null,
      })
      const leftOut = ', "repeated": "leave out"'
      expect(await accounts.value(preview(twice, leftOut))).toEqual({
        accounts: [],
        entries: 3,
        account: ours,
        known: 2,
        imported: null,
      })
      expect(await accounts.value(`select count(*)::int from public.bank_entries`)).toBe(2)
    })
  })

  test('knows a row of a table again, whatever its columns were taken for', async () => {
    await inTrade(async ({ accounts }, refused) => {
      const rows = ['FEE|-45.00|955.00', 'FEE|-45.00|910.00'].map((row) => entry('45.00', { direction: 'out', row }))
      expect(await accounts.value(importing(rows.map((one) => ({ ...one, remittance: 'DEBIT' }))))).toMatchObject({
        entries: 2,
      })
      const again = rows.map((one) => ({ ...one, remittance: 'QT 4021 AUSTIN', party_name: null }))
      await refused(() => accounts.run(importing(again)), 'Every entry of this file')
      const next = entry('45.00', { direction: 'out', row: 'FEE|-45.00|865.00', remittance: 'QT 4021 AUSTIN' })
      expect(await accounts.value(importing([...again, next]))).toMatchObject({ entries: 1, known: 2 })
    })
  })

  test('one account as the other side of several parties is ours, as is one that we know; of one party it is theirs', async () => {
    await inTrade(async ({ accounts, server }) => {
      const sides = async (id: string) => ({
        file: await accounts.value(`select account_iban from public.bank_imports where id = '${id}'`),
        ...(await accounts.one(
          `select min(account_iban) as ours, min(party_iban) as theirs from public.bank_entries where import_id = '${id}'`,
        )),
      })
      const spaced = ours.replace(/(.{4})/g, '$1 ')
      const many = ['Sirocco Events', 'Telecom'].map((party_name) => entry('10.00', { party_name, party_iban: spaced }))
      const found = { file: ours, ours, theirs: null }
      expect(
        await accounts.value(
          `select public.preview_bank_file('{"file_name": "a.csv", "format": "csv"}', ${quoted(many)}) ->> 'account'`,
        ),
      ).toBe(ours)
      expect(await sides(await importingTable(accounts, many))).toEqual(found)
      const twice = ['1', '2'].map((remittance) => entry('20.00', { remittance, party_iban: iban }))
      expect(await sides(await importingTable(accounts, twice))).toEqual({ ...found, theirs: iban })
      expect(await sides(await importingTable(accounts, [entry('30.00', { party_iban: ours })]))).toEqual(found)
      await server.run(`update public.company_settings set iban = '${iban}', bic = null`)
      expect(await sides(await importingTable(accounts, [entry('40.00', { party_iban: iban })]))).toMatchObject({
        file: iban,
        theirs: null,
      })
    })
  })

  test('of a table without an account it is the only one of ours, of several it asks; an account that nobody knew is asked about', async () => {
    await inTrade(async ({ accounts, server }, refused) => {
      const preview = async (file: object) =>
        accounts.value(`select public.preview_bank_file('${JSON.stringify(file)}', ${quoted([entry('10.00')])})`)
      const table = { file_name: 'a.csv', format: 'csv' }
      await server.run(`update public.company_settings set iban = '${ours}', bic = null`)
      expect(await preview(table)).toMatchObject({ account: ours, accounts: [] })
      const headers = (yes: string) => accounts.run(`select set_config('request.headers', '{"x-yes": "${yes}"}', true)`)
      const second = `select public.import_bank_file(null, '{"file_name": "b.xml", "format": "camt", "account_iban": "${iban}"}', ${quoted([entry('11.00')])})`
      await headers('')
      await refused(
        () => accounts.run(second),
        `${iban} is none of your accounts so far. Import it as an account of yours?`,
      )
      await headers('new_account')
      await accounts.run(second)
      await headers('')
      expect(await preview(table)).toMatchObject({ account: null, accounts: [ours, iban].sort() })
      expect(await preview({ ...table, account_iban: iban })).toMatchObject({ account: iban, accounts: [] })
    })
  })

  test('two equal transfers of one day are two entries, also when the second comes with a later file', async () => {
    await inTrade(async ({ accounts }) => {
      await accounts.run(importing([entry('10.00')]))
      expect(await accounts.value(importing([entry('10.00'), entry('10.00')]))).toMatchObject({ entries: 1, known: 1 })
    })
  })

  test.each([
    [[], 'no booked entries'],
    [[entry('1.5')], 'Entry 1: the amount cannot be read'],
    [[entry('0.00')], 'Entry 1: the amount cannot be read'],
    [[entry('1.00'), entry('1.00', { booked_on: '2026-02-30' })], 'Entry 2: the day cannot be read'],
    [[entry('1.00', { booked_on: '2099-01-01' })], 'booked in the future'],
    [[entry('1.00', { direction: 'both' })], 'neither money in nor money out'],
  ])('%# that cannot be read is refused as a whole, with the entry', async (entries, words) => {
    await inTrade(async ({ accounts }, refused) => {
      await refused(() => accounts.run(importing(entries)), words)
      expect(await accounts.value(`select count(*)::int from public.bank_entries`)).toBe(0)
    })
  })
})

describe('what an entry may be for', () => {
  test('the number of an invoice in the text, however it is written, and its exact amount are sure', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      const { id, number } = await issued(trade, row.business)
      await accounts.run(
        importing([entry('118.00', { remittance: `Payment ${number.replaceAll('-', ' ').toLowerCase()}. Thanks` })]),
      )
      const [best] = await matchesOf(accounts, '118')
      expect(best).toMatchObject({ contact_id: row.business, credit: '0.00', is_sure: true })
      expect(best?.parts).toMatchObject([{ invoice_id: id, number, amount: '118.00' }])
      expect(best?.reasons).toEqual([`The text names ${number}.`, `The amount is what is open of ${number}.`])
    })
  })

  test('a longer number is another one; a part, more than is open, and two clients at once are not sure', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      const { number } = await issued(trade, row.business)
      const other = await issued(trade, row.clientContact)
      await accounts.run(
        importing([
          entry('118.50', { remittance: `${number}7` }),
          entry('50.00', { remittance: number }),
          entry('120.00', { remittance: number }),
          entry('236.00', { remittance: `${number} ${other.number}` }),
        ]),
      )
      expect(await matchesOf(accounts, '118.5')).toEqual([])
      expect(await matchesOf(accounts, '50')).toMatchObject([
        { is_sure: false, parts: [{ amount: '50.00' }], credit: '0.00' },
      ])
      expect(await matchesOf(accounts, '120')).toMatchObject([
        { is_sure: false, parts: [{ amount: '118.00' }], credit: '2.00' },
      ])
      const both = await matchesOf(accounts, '236')
      expect(both.map(({ is_sure }) => is_sure)).toEqual([false, false])
    })
  })

  test('a number, with or without our letters, says more than an account that paid for another; so does the name with the exact amount', async () => {
    await inTrade(async (trade) => {
      const { accounts, server } = trade
      const learnt = await issued(trade, row.business, 50)
      await accounts.run(importing([entry('59.00', { remittance: learnt.number, party_iban: iban })]))
      await accounts.run(`select public.confirm_sure_entries(array['${await entryOf(accounts, '59')}']::uuid[])`)
      await issued(trade, row.business)
      const named = await issued(trade, row.clientContact)
      const bare = named.number.replace('INV-', '')
      await accounts.run(
        importing([
          entry('118.00', { remittance: `Rechnung ${bare}`, party_iban: iban }),
          entry('50.00', { remittance: `Rechnungs-Nr. ${bare}`, party_iban: iban }),
          entry('51.00', { remittance: `PO ${bare}`, party_iban: iban }),
        ]),
      )
      expect(await matchesOf(accounts, '118')).toMatchObject([
        { contact_id: row.clientContact, is_sure: true, parts: [{ number: named.number }] },
        { contact_id: row.business, is_sure: false },
      ])
      expect(await matchesOf(accounts, '50')).toMatchObject([
        { contact_id: row.clientContact, is_sure: false },
        { contact_id: row.business, is_sure: false },
      ])
      expect(await matchesOf(accounts, '51')).toMatchObject([{ contact_id: row.business }])
      const name = await server.value<string>(
        `select private.name_at_banks(c.type, c.name, c.last_name, c.company, c.email) from public.contacts c where c.id = '${row.clientContact}'`,
      )
      await accounts.run(importing([entry('118.00', { party_name: name, party_iban: iban, booked_on: '2026-01-04' })]))
      const called = await accounts.value<string>(`select id from public.bank_entries where booked_on = '2026-01-04'`)
      expect(
        await accounts.value(`select matches from public.bank_suggestions(array['${called}']::uuid[])`),
      ).toMatchObject([
        { contact_id: row.clientContact, is_sure: false },
        { contact_id: row.business, is_sure: false },
      ])
      // The account turns out to be one of ours: what was learnt of it is not heard any more.
      await server.run(`update public.company_settings set iban = '${iban}', bic = null`)
      expect(await matchesOf(accounts, '51')).toMatchObject([{ name: 'Between your own accounts' }])
    })
  })

  test('the account of the client with the amount of one open invoice is sure; of two it is not', async () => {
    await inTrade(async (trade) => {
      const { accounts, server } = trade
      await server.run(
        `insert into public.contact_bank_accounts (contact_id, holder, iban) values ('${row.business}', 'Bakery', '${iban}')`,
      )
      await issued(trade, row.business)
      await accounts.run(importing([entry('118.00', { party_iban: iban })]))
      expect(await matchesOf(accounts, '118')).toMatchObject([
        {
          is_sure: true,
          reasons: ['It came from the bank account of this client.', expect.stringMatching(/^The amount is/)],
        },
      ])
      await issued(trade, row.business)
      expect(await matchesOf(accounts, '118')).toMatchObject([{ is_sure: false }])
    })
  })

  test('the amount of two open invoices of a client together is suggested as these two, and never sure; named, it is', async () => {
    await inTrade(async (trade) => {
      const { accounts, server } = trade
      await server.run(
        `insert into public.contact_bank_accounts (contact_id, holder, iban) values ('${row.business}', 'Bakery', '${iban}')`,
      )
      const invoices = []
      for (const price of [10, 20, 40, 70]) invoices.push(await issued(trade, row.business, price))
      const [ten, twenty, forty] = invoices
      const together = `${twenty?.number} and ${forty?.number}`
      await accounts.run(
        importing([
          entry('70.80', { party_iban: iban }),
          entry('70.81', { party_iban: iban }),
          entry('11.80', { party_iban: iban }),
        ]),
      )
      const [pair] = await matchesOf(accounts, '70.80')
      expect(pair).toMatchObject({ is_sure: false, credit: '0.00' })
      expect(pair?.parts.map(({ invoice_id, amount }) => [invoice_id, amount])).toEqual([
        [twenty?.id, '23.60'],
        [forty?.id, '47.20'],
      ])
      expect(pair?.reasons.at(-1)).toBe(`The amount is what is open of ${together} together.`)
      const [none] = await matchesOf(accounts, '70.81')
      expect(none?.parts[0]).toMatchObject({ invoice_id: ten?.id })
      expect((await matchesOf(accounts, '11.80'))[0]).toMatchObject({ is_sure: true })

      // A second pair over the same amount: the older one is shown, and that there are two.
      await issued(trade, row.business, 50)
      const [oldest] = await matchesOf(accounts, '70.80')
      expect(oldest?.reasons.at(-1)).toBe('2 pairs of open invoices come to this amount.')
      expect(oldest?.parts).toHaveLength(2)
      await accounts.run(
        importing([entry('70.80', { party_iban: iban, remittance: `For ${together}`, bank_reference: 'B1' })]),
      )
      const id = await accounts.value<string>(`select id from public.bank_entries where bank_reference = 'B1'`)
      const [named] = await accounts.value<Match[]>(
        `select matches from public.bank_suggestions(array['${id}']::uuid[])`,
      )
      expect(named).toMatchObject({ is_sure: true, parts: [{ number: twenty?.number }, { number: forty?.number }] })
    })
  })

  test('a short number after a whole one is of its year and client; with a named invoice others may come to the amount', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      const [ten, twenty, forty, seventy] = [
        await issued(trade, row.business, 10),
        await issued(trade, row.business, 20),
        await issued(trade, row.business, 40),
        await issued(trade, row.business, 70),
      ]
      const foreign = await issued(trade, row.clientContact, 7)
      const short = ({ number }: { number: string }) => number.replace(/^INV-\d{4}-/, '')
      const partsOf = async (amount: string) =>
        (await matchesOf(accounts, amount)).map(({ parts, is_sure }) => [is_sure, ...parts.map(({ number }) => number)])
      const all = [ten, twenty, forty, seventy].map(({ number }) => number).join(' ')
      await accounts.run(
        importing([
          entry('70.80', { remittance: `${twenty.number} + ${short(forty)}` }),
          entry('106.20', { remittance: twenty.number }),
          entry('94.30', { remittance: `Rechnung ${ten.number.slice(4)}, ${short(seventy)},15 EUR` }),
          entry('82.60', { remittance: all }),
          entry('153.40', { remittance: all }),
        ]),
      )
      expect(await partsOf('70.80')).toEqual([[true, twenty.number, forty.number]])
      expect(await partsOf('106.20')).toEqual([[false, twenty.number, seventy.number]])
      expect(await partsOf('94.30')).toEqual([[false, ten.number]])
      expect(await partsOf('82.60')).toEqual([[false, seventy.number]])
      expect(await partsOf('153.40')).toEqual([[false, twenty.number, forty.number, seventy.number]])
      const [three] = await matchesOf(accounts, '153.40')
      expect(three?.reasons.at(-1)).toBe(
        `The amount is what is open of ${twenty.number}, ${forty.number} and ${seventy.number} together.`,
      )
      const named = (text: string) =>
        trade.server.value<string[]>(
          `select array_agg(n order by n) from private.short_numbers(upper('${text}'), array['${twenty.number}']) as n`,
        )
      for (const between of ['/', ', ', ' und ', ' & INV-', ' and '])
        expect(await named(`${twenty.number}${between}${short(forty)}${between}${short(foreign)}`)).toEqual([
          forty.number,
        ])
    })
  })

  test('a name that is alike, or the amount alone, is a suggestion and never sure', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      await issued(trade, row.business)
      await accounts.run(importing([entry('118.00', { party_name: 'THE BAKERY LIMITED' })]))
      const [best] = await matchesOf(accounts, '118')
      expect(best).toMatchObject({ contact_id: row.business, is_sure: false })
      expect(best?.reasons[0]).toBe('The payer is called THE BAKERY LIMITED.')
    })
  })

  test('a payment that was recorded by hand is linked and not recorded again', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      const { id, number } = await issued(trade, row.business)
      const paid = await accounts.value<string>(
        `select public.record_payment('${row.business}', 118, 'bank', '2026-01-03')`,
      )
      await accounts.run(importing([entry('118.00', { remittance: number, party_name: 'Bakery Ltd' })]))
      const [best] = await matchesOf(accounts, '118')
      expect(best).toMatchObject({ is_sure: true, parts: [], payment_number: expect.stringMatching(/^RCPT-/) })
      const entryId = await entryOf(accounts, '118')
      expect(await accounts.value(`select public.confirm_sure_entries(array['${entryId}']::uuid[])`)).toEqual({
        confirmed: 1,
        left: 0,
        early: 0,
      })
      expect(await accounts.value(`select payment_id from public.bank_entries`)).toBe(paid)
      expect(await accounts.value(`select count(*)::int from public.payments`)).toBe(1)
      // Taking the link back leaves the payment alone.
      await accounts.run(`select public.undo_bank_entry('${entryId}', 'Wrong one')`)
      expect(await invoiceState(accounts, id)).toEqual({ status: 'paid', balance: '0.00' })
    })
  })

  test('a payment that was recorded by hand is found whatever became of it: refunded in part or whole, taken off its invoice', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, server } = trade
      const pay = (amount: number, settles = '[]') =>
        accounts.value<string>(
          `select public.record_payment('${row.business}', ${amount}, 'bank', '2026-01-03', p_allocations => '${settles}')`,
        )
      const best = async (amount: string) => (await matchesOf(accounts, amount))[0]
      // An open invoice over nearly the same amount, which the entry would settle else.
      const { number } = await issued(trade, row.business, 85.67)
      const part = await pay(100)
      const whole = await pay(60)
      await server.run(`select private.refund_payment('${part}', 10, 'Too much')`)
      await server.run(`select private.refund_payment('${whole}', 60, 'All of it')`)
      await accounts.run(
        importing(['100.00', '60.00'].map((amount) => entry(amount, { remittance: number, party_name: 'Bakery Ltd' }))),
      )
      for (const [amount, id] of [
        ['100', part],
        ['60', whole],
      ] as const) {
        expect(await best(amount), amount).toMatchObject({ is_sure: true, parts: [], payment_id: id })
        const entryId = await entryOf(accounts, amount)
        expect(
          await accounts.value(`select doubts from public.bank_suggestions(array['${entryId}']::uuid[])`),
          amount,
        ).toEqual([])
        expect(await accounts.value(`select public.confirm_bank_entry('${entryId}', p_payment_id => '${id}')`)).toBe(id)
      }
      expect(await accounts.value(`select count(*)::int from public.payments`)).toBe(2)
      // Its invoice is paid otherwise, nothing is open, and the text names nothing: the name leads to it.
      const settled = await issued(trade, row.business, 50)
      const off = await pay(59, `[{"invoice_id": "${settled.id}", "amount": "59.00"}]`)
      await accounts.run(`select public.move_payment('${off}', '${row.business}', '[]', 'For another one')`)
      await accounts.run(importing([entry('59.00', { party_name: 'The Bakery Limited' })]))
      expect(await best('59')).toMatchObject({ parts: [], payment_id: off })
      // What was taken back as a mistake is not in the books any more: its entry is new money.
      const mistake = await pay(33)
      await accounts.run(`select public.take_back_payment('${mistake}', 'Typed twice')`)
      await accounts.run(importing([entry('33.00', { remittance: number, party_name: 'Bakery Ltd' })]))
      expect((await best('33'))?.payment_number).toBeUndefined()
      const entryId = await entryOf(accounts, '33')
      await refused(
        () => accounts.run(`select public.confirm_bank_entry('${entryId}', p_payment_id => '${mistake}')`),
        'or was taken back',
      )
    })
  })
})

describe('a confirmed entry', () => {
  test('is a payment over its invoices once, whoever confirms again', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, as } = trade
      const one = await issued(trade, row.business, 100, 10)
      const two = await issued(trade, row.business, 200)
      await accounts.run(importing([entry('300.00')]))
      const id = await entryOf(accounts, '300')
      const confirm = `select public.confirm_bank_entry('${id}', '${row.business}',
        '[{"invoice_id": "${one.id}", "amount": "118.00"}, {"invoice_id": "${two.id}", "amount": "100.00"}]')`
      const payment = await accounts.value(confirm)
      expect(await accounts.value(confirm)).toBe(payment)
      await refused(() => as('admin').run(confirm), 'confirmed this entry already')
      expect(
        await accounts.rows(`select amount::text, allocated::text, open::text, received_on::text from public.payments`),
      ).toEqual([{ amount: '300.00', allocated: '218.00', open: '82.00', received_on: '2026-01-05' }])
      expect([await invoiceState(accounts, one.id), await invoiceState(accounts, two.id)]).toEqual([
        { status: 'paid', balance: '0.00' },
        { status: 'partly_paid', balance: '136.00' },
      ])
    })
  })

  test('of several for one invoice only the first is still sure at its turn', async () => {
    await inTrade(async (trade) => {
      const { accounts } = trade
      const { number } = await issued(trade, row.business)
      await accounts.run(
        importing([entry('118.00', { remittance: number }), entry('118.00', { remittance: `${number} again` })]),
      )
      expect(
        await accounts.value(`select public.confirm_sure_entries(array(select id from public.bank_entries))`),
      ).toEqual({ confirmed: 1, left: 1, early: 0 })
    })
  })

  test('is taken back by a reversing record: the invoice is open, the account says both, and it can be confirmed again', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, sales } = trade
      const { id, number } = await issued(trade, row.business)
      await accounts.run(importing([entry('118.00', { remittance: number })]))
      const entryId = await entryOf(accounts, '118')
      await accounts.run(`select public.confirm_sure_entries(array['${entryId}']::uuid[])`)
      await refused(() => sales.run(`select public.undo_bank_entry('${entryId}', 'x')`), 'You may not')
      await refused(() => accounts.run(`select public.undo_bank_entry('${entryId}')`), 'Please say why')
      await accounts.run(`select public.undo_bank_entry('${entryId}', 'Of another bakery')`)
      expect(await invoiceState(accounts, id)).toEqual({ status: 'issued', balance: '118.00' })
      expect(await accounts.rows(`select kind, amount::text, reason from public.payment_refunds`)).toEqual([
        { kind: 'reversal', amount: '118.00', reason: 'Of another bakery' },
      ])
      const account = await accounts.value<{ closing: string; lines: { kind: string }[] }>(
        `select public.client_statement('${row.business}', '2026-01-01', private.company_today()) from (select 1) as one`.replace(
          'private.company_today()',
          'current_date + 1',
        ),
      )
      expect(account.closing).toBe('118.00')
      // Recorded and taken back on one day: the client does not see it.
      expect(account.lines.map(({ kind }) => kind)).toEqual(['invoice'])
      await accounts.run(`select public.confirm_bank_entry('${entryId}', '${row.business}')`)
      expect(await invoiceState(accounts, id)).toEqual({ status: 'paid', balance: '0.00' })
    })
  })

  test('money out, another currency and an ignored entry record nothing; ignoring needs a reason', async () => {
    await inTrade(async ({ accounts }, refused) => {
      await accounts.run(
        importing([entry('1.00', { direction: 'out' }), entry('2.00', { currency: 'USD' }), entry('3.00')]),
      )
      const confirm = async (amount: string) =>
        accounts.run(`select public.confirm_bank_entry('${await entryOf(accounts, amount)}', '${row.business}')`)
      await refused(() => confirm('1'), 'money that went out')
      await refused(() => confirm('2'), 'in USD')
      const third = await entryOf(accounts, '3')
      await refused(() => accounts.run(`select public.ignore_bank_entry('${third}', ' ')`), 'Please say why')
      await accounts.run(`select public.ignore_bank_entry('${third}', 'Interest')`)
      await refused(() => confirm('3'), 'ignored this entry already')
      await accounts.run(`select public.undo_bank_entry('${third}')`)
      await confirm('3')
      expect(await accounts.value(`select count(*)::int from public.payments`)).toBe(1)
    })
  })
})

type Shown = Match & { seen: string; order_number?: string }
const shownOf = async (accounts: Worker, id: string) =>
  (await accounts.value<Shown[]>(`select matches from public.bank_suggestions(array['${id}']::uuid[])`)) ?? []

test('what a confirmation showed is what it books: when it is not so any more, nothing is booked', async () => {
  await inTrade(async (trade) => {
    const { accounts } = trade
    const first = await issued(trade, row.business, 450, 20)
    await issued(trade, row.business, 450, 10)
    await accounts.run(
      importing([
        entry('531.00', { remittance: first.number, bank_reference: 'A' }),
        entry('531.00', { remittance: first.number, bank_reference: 'B' }),
      ]),
    )
    const ids = await accounts.value<string[]>(
      `select array_agg(id order by position) from public.bank_entries where amount = 531`,
    )
    const [one = '', two = ''] = ids
    const [before] = await shownOf(accounts, two)
    const [shown] = await shownOf(accounts, one)
    const confirm = (id: string, seen: string) =>
      accounts.value(`select public.confirm_shown_entries('${JSON.stringify({ [id]: seen })}')`)
    expect(await confirm(one, shown?.seen ?? '')).toMatchObject({ confirmed: 1, left: 0 })
    expect(await confirm(two, before?.seen ?? '')).toMatchObject({ confirmed: 0, left: 1 })
    expect(await accounts.value(`select status from public.bank_entries where id = '${two}'`)).toBe('open')
  })
})
