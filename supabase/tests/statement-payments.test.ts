import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { tradeIn, type Trade } from './trade.ts'
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

async function issued({ accounts }: Trade, contact: string, price: number) {
  const id = await accounts.value<string>(`select public.create_invoice('${contact}', 'Window lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 1, ${price}, 0)`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  return { id, balance: () => accounts.value<string>(`select balance::text from public.invoices where id = '${id}'`) }
}

async function statement({ accounts }: Trade, contact: string): Promise<string> {
  const id = await accounts.value<string>(
    `select public.create_statement('${contact}', current_date - 30, current_date + 1)`,
  )
  return accounts.value<string>(`select public_uuid from public.statements where id = '${id}'`)
}
const open = (uuid: string, ...invoices: { id: string }[]) =>
  `select public.open_statement_request('${uuid}', array[${invoices.map(({ id }) => `'${id}'`).join(', ')}]::uuid[])`
type Request = { id: string; amount: string; purpose: string; document_uuid: string }

describe('a statement', () => {
  test('shows by its link what is open now, and is paid for the ticked invoices by one payment', async () => {
    await inTrade(async (trade) => {
      const { client, server, accounts } = trade
      const [one, two, three] = [
        await issued(trade, row.business, 10.1),
        await issued(trade, row.business, 20.2),
        await issued(trade, row.business, 40.4),
      ]
      const uuid = await statement(trade, row.business)
      const paper = await client.value<{ payable: { id: string; balance: string }[] }>(
        `select public.get_public_statement('${uuid}')`,
      )
      expect(paper.payable.map(({ balance }) => balance).sort()).toEqual(['10.10', '20.20', '40.40'])
      const request = await client.value<Request>(open(uuid, one, three))
      expect(request).toMatchObject({ amount: '50.50', purpose: 'statement', document_uuid: uuid })
      expect((await client.value<Request>(open(uuid, three, one))).id).toBe(request.id)
      const settle = `select public.settle_payment_request('${request.id}', 'viva', 'transaction-1', 50.50)`
      expect(await server.value(settle)).toMatchObject({ new: true, credit: '0.00' })
      expect(await server.value(settle)).toMatchObject({ new: false })
      expect([await one.balance(), await two.balance(), await three.balance()]).toEqual(['0.00', '20.20', '0.00'])
      expect(await client.value(`select public.get_payment_request('${request.id}')`)).toMatchObject({
        status: 'paid',
        left: '20.20',
        credit: '0.00',
      })
      expect(await accounts.value(`select count(*)::int from public.payment_allocations`)).toBe(2)
    })
  })

  test('hears by its link what its own client paid, and nothing of others', async () => {
    await inTrade(async (trade) => {
      const { server, accounts } = trade
      await issued(trade, row.business, 10.1)
      await issued(trade, row.clientContact, 20.2)
      const uuid = await statement(trade, row.business)
      const heard = async (sql: string) => {
        await server.run('delete from realtime.messages')
        await accounts.run(sql)
        return server.value<number>(`select count(*)::int from realtime.messages where topic = 'doc:${uuid}'`)
      }
      expect(await heard(`select public.record_payment('${row.clientContact}', 20.20, 'bank')`)).toBe(0)
      expect(await heard(`select public.record_payment('${row.business}', 10.10, 'bank')`)).toBeGreaterThan(0)
    })
  })

  test('is not paid for what was paid meanwhile, for nothing, or for invoices of others', async () => {
    await inTrade(async (trade, refused) => {
      const { client, accounts } = trade
      const mine = await issued(trade, row.business, 10)
      const theirs = await issued(trade, row.clientContact, 10)
      const uuid = await statement(trade, row.business)
      await refused(() => client.run(open(uuid)), 'Please choose what to pay')
      const withGap = (call: string) => `select public.${call}('${uuid}', array['${mine.id}', null]::uuid[])`
      await refused(() => client.run(withGap('open_statement_request')), 'Please choose what to pay')
      await refused(() => client.run(withGap('tell_statement_transfer')), 'Please choose what to pay')
      await refused(() => client.run(open(uuid, mine, theirs)), 'paid meanwhile')
      await refused(() => client.run(open(theirs.id, mine)), 'does not open anything')
      await accounts.run(`select public.record_payment('${row.business}', 10, 'bank')`)
      await refused(() => client.run(open(uuid, mine)), 'paid meanwhile')
    })
  })

  test('paid by card after an invoice was settled otherwise leaves the surplus as credit', async () => {
    await inTrade(async (trade) => {
      const { client, server, accounts } = trade
      const one = await issued(trade, row.business, 10)
      const two = await issued(trade, row.business, 20)
      const { id } = await client.value<Request>(open(await statement(trade, row.business), one, two))
      await accounts.run(`select public.record_payment('${row.business}', 20, 'bank',
        p_allocations => '[{"invoice_id": "${two.id}", "amount": "20.00"}]')`)
      expect(
        await server.value(`select public.settle_payment_request('${id}', 'viva', 'transaction-2', 30)`),
      ).toMatchObject({ credit: '20.00' })
      expect([await one.balance(), await two.balance()]).toEqual(['0.00', '0.00'])
    })
  })

  test('announced as a transfer is told to accounts once', async () => {
    await inTrade(async (trade) => {
      const { client, server } = trade
      const one = await issued(trade, row.business, 10)
      const tell = `select public.tell_statement_transfer('${await statement(trade, row.business)}', array['${one.id}']::uuid[])`
      await client.run(tell)
      await client.run(tell)
      // Once in the request's story, once in the invoice's.
      expect(
        await server.value(
          `select array_agg(kind order by kind) from public.document_events where type = 'transfer_told'`,
        ),
      ).toEqual(['invoice', 'payment_request'])
      expect(
        await server.value(`select count(*)::int = (select count(*) from public.user_roles where role = 'accounts')
          from public.notifications where title like 'Transfer announced%'`),
      ).toBe(true)
    })
  })
})

describe('statements to all', () => {
  const run = 'd0000000-0000-4000-a000-000000000001'
  const start = (more = '', id = run) =>
    `select public.start_statement_run('${id}', current_date - 30, current_date${more})`

  test('go part by part to who owes something; who has no address is kept with the reason and gets no number', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, workshop } = trade
      await refused(() => accounts.run(start()), 'No client owes anything')
      await issued(trade, row.business, 10)
      await issued(trade, row.clientContact, 10)
      await refused(() => workshop.run(start()), 'You may not')
      await accounts.run(start())
      await accounts.run(start())
      await refused(() => accounts.run(start('', 'd0000000-0000-4000-a000-000000000002')), 'are being sent already')
      expect(await accounts.value(`select public.continue_statement_run('${run}', 1)`)).toMatchObject({
        status: 'running',
        waits: 1,
      })
      expect(await accounts.value(`select public.continue_statement_run('${run}', 5)`)).toMatchObject({
        status: 'done',
        clients: 2,
        waits: 0,
        mailed: 1,
        failed: 1,
      })
      expect(
        await accounts.rows(`select contact_id, problem from public.statement_run_clients where status = 'failed'`),
      ).toEqual([{ contact_id: row.business, problem: 'This client has no e-mail address' }])
      expect(
        await accounts.rows(`select contact_id, statement_number like 'ST-%-0001' as first from public.statements`),
      ).toEqual([{ contact_id: row.clientContact, first: true }])
      // A run that ended keeps nobody from the next.
      await accounts.run(start('', 'd0000000-0000-4000-a000-000000000003'))
    })
  })

  test('cancelled, what waits is not sent and mails in the queue are cancelled; what went out stays sent', async () => {
    await inTrade(async (trade, refused) => {
      const { accounts, server, workshop } = trade
      const progress = `select public.statement_run_progress('${run}')`
      await server.run(`update public.contacts set email = 'sheets@example.com' where id = '${row.business}'`)
      for (const client of [row.business, row.otherClientContact, row.clientContact]) await issued(trade, client, 10)
      await accounts.run(start())
      await accounts.run(`select public.continue_statement_run('${run}', 2)`)
      expect(await accounts.value(progress)).toMatchObject({ waits: 1, mailed: 2, sent: 0, queued: 2 })
      await server.run(`update public.scheduled_emails set status = 'sent', sent_at = now() where id = (
        select id from public.scheduled_emails where record_kind = 'statement' limit 1)`)
      expect(await accounts.value(progress)).toMatchObject({ waits: 1, mailed: 2, sent: 1, queued: 1 })
      await refused(() => workshop.run(progress), 'You may not see statements')
      expect(await accounts.value(`select public.cancel_statement_run('${run}')`)).toMatchObject({
        status: 'cancelled',
        cancelled: 2,
        mailed: 1,
        sent: 1,
        queued: 0,
      })
      expect(
        await server.value(
          `select array_agg(distinct status order by status) from public.scheduled_emails where record_kind = 'statement'`,
        ),
      ).toEqual(['cancelled', 'sent'])
      expect(await accounts.value(`select public.continue_statement_run('${run}')`)).toMatchObject({
        status: 'cancelled',
      })
    })
  })
})
