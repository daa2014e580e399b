import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { refusalOf, type Trade, tradeIn } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx)))

/** An access point is connected, and the client receives there. */
const connected = async ({ server }: Trade) => {
  await server.run(`select private.connect_network('Test access point', true)`)
  await server.run(
    `insert into public.electronic_receivers (contact_id, address) values ('${row.clientContact}', '9943:MT12345678')`,
  )
}

async function issued({ accounts }: Trade): Promise<string> {
  const id = await accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Lettering')`)
  await accounts.run(`insert into public.invoice_items (invoice_id, position, kind, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'item', 'Lettering', 1, 100, 18)`)
  await accounts.run(`select public.issue_invoice('${id}')`)
  return id
}
const send = (id: string) => `select public.send_over_network('invoice', '${id}')`
const papers = ({ server }: Trade) =>
  server.rows(
    `select p.version, p.status, i.network_status from public.network_papers p join public.invoices i on i.id = p.record_id order by 1`,
  )
const settled = async ({ server }: Trade, outcome: string, reason = '') => {
  await server.run(`update public.network_papers set next_try_at = now() where status = 'waiting'`)
  const claimed = await server.value<{ id: string; key: string }>(`select private.claim_network_papers(1)`)
  await server.run(
    `select private.settle_network_paper('${claimed.id}', '${outcome}', 'm/${claimed.key}', '${reason}')`,
  )
  return claimed.key
}

test('a paper waits for the network from the moment it is issued, each version once; corrected it is the next', async () => {
  await inTrade(async (trade) => {
    const { accounts, server } = trade
    await connected(trade)
    const id = await issued(trade)
    await accounts.run(send(id))
    await accounts.run(send(id))
    expect(await papers(trade)).toEqual([{ version: 1, status: 'waiting', network_status: 'waiting' }])
    await expect(
      server.run(`insert into public.network_papers (record_kind, record_id, version, receiver, profile)
        values ('invoice', '${id}', 1, '9943:MT12345678', 'peppol')`),
    ).rejects.toThrow('network_papers_one_a_version')
  })
  await inTrade(async (trade) => {
    const { accounts, server } = trade
    await connected(trade)
    const id = await issued(trade)
    expect(await settled(trade, 'rejected', 'Wrong order')).toBe(`${id}/1`)
    expect(await server.rows(`select message from public.notifications where data ->> 'id' = '${id}' limit 1`)).toEqual(
      [{ message: 'The network rejected it for 9943:MT12345678: Wrong order' }],
    )
    await accounts.run(send(id))
    expect(await settled(trade, 'sent')).toBe(`${id}/2`)
    expect(await papers(trade)).toEqual([
      { version: 1, status: 'rejected', network_status: 'sent' },
      { version: 2, status: 'sent', network_status: 'sent' },
    ])
    expect(
      await server.rows(
        `select type, meta ->> 'reason' as reason from public.document_events where record_id = '${id}' and type like 'network%' order by id`,
      ),
    ).toEqual([
      { type: 'network_rejected', reason: 'Wrong order' },
      { type: 'network_queued', reason: null },
      { type: 'network_sent', reason: null },
    ])
  })
})

test('the order number of the client comes after a rejection, and never while the network has the paper', async () => {
  await inTrade(async (trade) => {
    const { accounts } = trade
    await connected(trade)
    const id = await issued(trade)
    const refer = (words: string) =>
      accounts.run(`update public.invoices set client_po = '${words}' where id = '${id}'`)
    const kept = 'in the network with its order number: it can be changed when the network rejects it'
    await expect(refer('PO 7')).rejects.toThrow(kept)
  })
  await inTrade(async (trade) => {
    const { accounts, server } = trade
    await connected(trade)
    const id = await issued(trade)
    await settled(trade, 'rejected', 'No order number')
    const before = await server.one(`select net, vat, gross, snapshot from public.invoices where id = '${id}'`)
    await accounts.run(`update public.invoices set client_po = 'PO 7' where id = '${id}'`)
    expect(await server.one(`select net, vat, gross, snapshot from public.invoices where id = '${id}'`)).toEqual(before)
    await accounts.run(send(id))
    await server.run(`update public.network_papers set next_try_at = now() where status = 'waiting'`)
    const claimed = await server.value<{ document: { client_po: string } }>(`select private.claim_network_papers(1)`)
    expect(claimed.document.client_po).toBe('PO 7')
    expect(
      await server.rows(
        `select meta from public.document_events where record_id = '${id}' and type = 'client_po_changed'`,
      ),
    ).toEqual([{ meta: { from: '', to: 'PO 7' } }])
  })
  await inTrade(async (trade) => {
    const id = await issued(trade)
    await trade.accounts.run(`update public.invoices set client_po = 'PO 8' where id = '${id}'`)
    await expect(
      trade.accounts.run(`update public.invoices set client_po = 'PO 9', note = 'More' where id = '${id}'`),
    ).rejects.toThrow('An issued invoice never changes')
  })
})

test('without an answer it is tried six times, then it is not sent and accounts hear of it', async () => {
  await inTrade(async (trade) => {
    await connected(trade)
    await issued(trade)
    const states = []
    for (let tries = 0; tries < 6; tries++) {
      await settled(trade, 'again', 'Away')
      states.push((await papers(trade))[0]?.['status'])
    }
    expect(states).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'failed'])
    expect(
      await trade.server.value(
        `select count(*)::int > 0 from public.notifications where title like '%was not received'`,
      ),
    ).toBe(true)
  })
})

test('only who edits invoices sends, only issued papers go, and only where there is an address and an access point', async () => {
  await inTrade(async (trade) => {
    const id = await issued(trade)
    await expect(trade.workshop.run(send(id))).rejects.toThrow('You may not send invoices')
  })
  await inTrade(async (trade) => {
    const id = await issued(trade)
    await expect(trade.accounts.run(send(id))).rejects.toThrow('No access point is connected')
  })
  await inTrade(async (trade) => {
    await trade.server.run(`select private.connect_network('Test access point', true)`)
    const id = await issued(trade)
    expect(await papers(trade)).toEqual([])
    await expect(trade.accounts.run(send(id))).rejects.toThrow('The client has no address in the network')
  })
  await inTrade(async (trade) => {
    await connected(trade)
    await trade.server.run(`update public.network_settings set sends_when_issued = false`)
    await issued(trade)
    expect(await papers(trade)).toEqual([])
    const draft = await trade.accounts.value<string>(`select public.create_invoice('${row.clientContact}', 'Draft')`)
    await expect(trade.accounts.run(send(draft))).rejects.toThrow('a draft is not sent')
  })
})

test('a wrong Leitweg-ID, and another one than that of the address, are refused in words', async () => {
  await undone(engine, async (tx) => {
    const { accounts, server } = await tradeIn(tx)
    const keep = (address: string | null, reference: string | null, profile = 'xrechnung') =>
      `insert into public.electronic_receivers (contact_id, address, profile, buyer_reference) values ('${row.clientContact}',
        ${address === null ? 'null' : `'${address}'`}, '${profile}', ${reference === null ? 'null' : `'${reference}'`})`
    const refused = async (statement: string, says: string) =>
      expect(await refusalOf(tx, () => accounts.run(statement))).toContain(says)
    const right = '04011000-1234512345-06'
    const digits = 'The check digits of the Leitweg-ID do not match: please look again'
    const shape = 'A Leitweg-ID has digits, a part of letters and digits, and two check digits'
    await refused(keep(null, '04011000-1234512345-07'), digits)
    await refused(keep('0204:991-12345-67', null, 'peppol'), digits)
    await refused(keep(null, 'INV-2026-0001'), shape)
    await refused(
      keep(`0204:${right}`, '991-12345-73'),
      `The address has another Leitweg-ID: ${right}. Please enter the same`,
    )
    await accounts.run(keep(`0204:${right}`, right))
    await refused(`update public.electronic_receivers set buyer_reference = '991-12345-73'`, 'another Leitweg-ID')
    await server.run(
      `update public.electronic_receivers set profile = 'peppol', address = '9943:MT1', buyer_reference = 'PO 7'`,
    )
  })
})
