import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { tradeIn, type Trade } from './trade.ts'
import { openWorld, row } from './world.ts'

// Proofs, messages, payments and briefs in the account of a client: each once, and nothing of others.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const key = (number: number) => `60000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [job, sent, draft, brief] = [key(1), key(2), key(3), key(4)]

type Place = {
  proofs: { job_id: string; version: number; waits: boolean; is_approved: boolean }[]
  messages: { number: string; is_ours: boolean; words: string; is_new: boolean }[]
  payments: { amount: string; open: string; invoices: { number: string }[] }[]
  briefs: { reference: string; pictures: string[] }[]
}
const place = (trade: Trade, person: Person = 'client') =>
  trade.as(person).value<Place | null>('select public.client_portal()')
const inTrade = (work: (trade: Trade) => Promise<void>) => undone(engine, async (tx) => work(await tradeIn(tx)))
const heard = async ({ server }: Trade, table: string, person: Person = 'client') => {
  const count = await server.value<number>(`select count(*)::int from realtime.messages
    where topic = 'user:${idOf(person)}' and payload ->> 'table' = '${table}' and payload ->> 'id' is null`)
  await server.run('delete from realtime.messages')
  return count
}

/** A quotation of the client, sent; with its id and its link. */
async function quoted({ sales, server }: Trade) {
  const id = await sales.value<string>(`insert into public.quotations (contact_id, project_title)
    values ('${row.clientContact}', 'Own place') returning id`)
  await sales.run(`insert into public.quotation_items (quotation_id, position, description, qty, unit_price, vat_rate)
    values ('${id}', 'a0', 'Print', 1, 50, 0)`)
  await sales.run(`select public.send_quotation('${id}')`)
  const link = await server.value<string>(`select public_uuid from public.quotations where id = '${id}'`)
  return { id, link }
}
const version = (id: string, number: number, status: string, more = 'null') =>
  `insert into public.mockups (id, job_id, version, status, file_name, files, file_hash, page_count, checklist, sent_at) values
    ('${id}', '${job}', ${number}, '${status}', 'sign.pdf', '[]', repeat('a', 64), 1, '[]', ${more})`

test('a proof that was sent waits until it is answered; a draft is not told, and its client hears of what is sent', () =>
  inTrade(async (trade) => {
    const { id, link } = await quoted(trade)
    await trade.server.run(`insert into public.jobs (id, job_number, title, quotation_id, status)
      values ('${job}', 'JOB-OWN', 'Sign', '${id}', 'artwork')`)
    const mine = async () => (await place(trade))?.proofs.filter(({ job_id }) => job_id === job)
    await trade.server.run('delete from realtime.messages')
    await trade.server.run(version(draft, 1, 'draft'))
    expect(await mine()).toEqual([])
    expect(await heard(trade, 'mockups')).toBe(0)
    await trade.server.run(version(sent, 2, 'sent', 'now()'))
    expect(await mine()).toMatchObject([{ version: 2, waits: true, is_approved: false }])
    expect(await heard(trade, 'mockups')).toBe(1)
    expect((await place(trade, 'otherClient'))?.proofs).toEqual([])
    await trade.client.run(`select public.answer_mockup('${link}', '${sent}', 'approved', 'Rita', null, null)`)
    expect(await mine()).toMatchObject([{ version: 2, waits: false, is_approved: true }])
    await trade.server.run(`update public.quotations set link_revoked_at = now() where id = '${id}'`)
    expect(await mine()).toEqual([])
  }))

test('a thread stands once, by its last words; an answer of ours is new until the paper is opened', () =>
  inTrade(async (trade) => {
    const { id, link } = await quoted(trade)
    await trade.client.run(`select public.ask_about_document('${link}', 'Rita', 'Which colours?')`)
    const mine = async (person: Person = 'client') =>
      (await place(trade, person))?.messages.filter(({ words }) => /colours|RAL/.test(words))
    expect(await mine()).toMatchObject([{ is_ours: false, words: 'Which colours?', is_new: false }])
    await trade.server.run('delete from realtime.messages')
    await trade.sales.run(`select public.answer_question('quotation', '${id}', 'RAL 9016')`)
    expect(await mine()).toMatchObject([{ is_ours: true, words: 'RAL 9016', is_new: true }])
    expect(await mine('otherClient')).toEqual([])
    expect(await heard(trade, 'document_events', 'client')).toBe(1)
    await trade.as('client').run(`select public.get_public_quotation('${link}', 'a visit')`)
    expect(await mine()).toMatchObject([{ is_new: false }])
  }))

test('payments say what they paid and what is left; briefs name what was sent, and no picture', () =>
  inTrade(async (trade) => {
    await trade.accounts.run(`select public.record_payment('${row.clientContact}', 12.5, 'bank')`)
    const mine = await place(trade)
    expect(mine?.payments.find(({ amount }) => amount === '12.50')).toMatchObject({ open: '12.50', invoices: [] })
    expect(JSON.stringify(mine?.payments)).not.toMatch(/note|reference|created_by|provider/)
    await trade.server.run(`insert into public.design_briefs (id, contact_id, answers, status, reference, sent_at)
      values ('${brief}', '${row.clientContact}', '{"what": "A sign"}', 'sent', 'BR-OWN', now())`)
    await trade.server.run(`insert into public.design_brief_pictures (brief_id, name, data)
      values ('${brief}', 'wall.png', 'data:image/png;base64,AAAA')`)
    expect((await place(trade))?.briefs).toMatchObject([{ reference: 'BR-OWN', pictures: ['wall.png'] }])
    expect(await place(trade, 'otherClient')).toMatchObject({ payments: [], briefs: [] })
    for (const person of ['pending', 'newcomer', 'sales', 'admin'] as const)
      expect(await place(trade, person)).toBeNull()
  }))
