import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { undone } from './act.ts'
import { idOf } from './people.ts'
import { tradeIn, type Trade, type Worker } from './trade.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const inTrade = <Result>(work: (trade: Trade, tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => work(await tradeIn(tx), tx))

/** The refusal of a statement. The transaction continues from before it. */
async function refusal(tx: Queryable, worker: Worker, sql: string): Promise<string> {
  await tx.exec('savepoint tried')
  try {
    await worker.run(sql)
  } catch (error) {
    await tx.exec('rollback to savepoint tried')
    return error instanceof Error ? error.message.replace(/ ← .*/s, '') : String(error)
  }
  return 'nothing was refused'
}

const link = row.clientQuotationLink
const versionId = (n: number) => `66666666-1111-4111-8111-00000000000${n}`
const commentId = '66666666-2222-4222-8222-000000000001'
const stepId = '66666666-3333-4333-8333-000000000001'

const addSql = (n: number, pages = 2) => {
  const place = `${row.job}/${versionId(n)}`
  const files = JSON.stringify([
    {
      name: `fascia-v${n}.pdf`,
      path: `${place}/original.pdf`,
      type: 'application/pdf',
      bytes: 9000,
      sha256: String(n).repeat(64),
    },
  ])
  const drawn = JSON.stringify(
    Array.from({ length: pages }, (_, at) => ({
      path: `${place}/${at + 1}.webp`,
      thumb_path: `${place}/${at + 1}-small.webp`,
      width: 2000,
      height: 1000,
    })),
  )
  return `select public.add_mockup('${versionId(n)}', '${row.job}', '${files}', '${drawn}')`
}

/** A version whose files have arrived; a step of the workshop that waits for the approval. */
async function version({ server, sales }: Trade, n: number, pages = 2): Promise<void> {
  const place = `${row.job}/${versionId(n)}`
  const names = [
    'original.pdf',
    ...Array.from({ length: pages }, (_, at) => [`${at + 1}.webp`, `${at + 1}-small.webp`]).flat(),
  ]
  await server.run(
    `insert into storage.objects (bucket_id, name) values ${names.map((name) => `('mockups', '${place}/${name}')`).join(', ')}`,
  )
  await sales.run(addSql(n, pages))
}

async function sent(trade: Trade, n = 1): Promise<void> {
  await version(trade, n)
  await trade.sales.run(`select public.send_mockup('${versionId(n)}')`)
}

const tickAll = async ({ client }: Trade, n = 1) => {
  for (const at of [1, 2, 3, 4])
    await client.run(`select public.tick_mockup('${link}', '${versionId(n)}', 'point-${at}', true)`)
}
const answer = (n: number, kind: string, words = '') =>
  `select public.answer_mockup('${link}', '${versionId(n)}', '${kind}', 'Anna Vella', '${words}')`
const statuses = ({ sales }: Trade) =>
  sales.rows<{ version: number; status: string }>(
    `select version, status from public.mockups where job_id = '${row.job}' order by version`,
  )
const ofJob = ({ sales }: Trade) =>
  sales.one<{ status: string; mockup_status: string | null }>(
    `select status, mockup_status from public.jobs where id = '${row.job}'`,
  )
const notices = ({ server }: Trade, person: Parameters<typeof idOf>[0]) =>
  server.rows<{ action_type: string; action_by: string; message: string }>(
    `select action_type, action_by, message from public.mockup_notifications where notified_user_id = '${idOf(person)}' order by created_at, action_type`,
  )

describe('a version of a mockup', () => {
  test('is added once, with its pages, the hash of its file and the next number', async () => {
    await inTrade(async (trade) => {
      await version(trade, 1)
      expect(await trade.sales.value(addSql(1))).toBe(1)
      await version(trade, 2, 1)
      expect(
        await trade.sales.rows(`select m.version, m.status, m.file_name, m.file_hash, m.page_count,
          (select count(*)::int from public.mockup_pages p where p.mockup_id = m.id) as pages from public.mockups m order by version`),
      ).toEqual([
        {
          version: 1,
          status: 'superseded',
          file_name: 'fascia-v1.pdf',
          file_hash: '1'.repeat(64),
          page_count: 2,
          pages: 2,
        },
        { version: 2, status: 'draft', file_name: 'fascia-v2.pdf', file_hash: '2'.repeat(64), page_count: 1, pages: 1 },
      ])
      expect(await ofJob(trade)).toEqual({ status: 'artwork', mockup_status: 'draft' })
    })
  })

  test('is refused with 500 pages, without its files, and to whoever may not change jobs; nothing is half made', async () => {
    await inTrade(async (trade, tx) => {
      expect(await refusal(tx, trade.sales, addSql(1, 500))).toBe('A mockup has 60 pages at most. This one has 500.')
      expect(await refusal(tx, trade.sales, addSql(1))).toBe(
        'A file of this mockup has not arrived. Please upload it again.',
      )
      expect(await refusal(tx, trade.accounts, addSql(1))).toBe('You may not add mockups')
      expect(await trade.sales.rows('select 1 from public.mockups')).toEqual([])
    })
  })

  test('comes with what the line says, and the quotation says that it waits while its link is open', async () => {
    await inTrade(async (trade) => {
      const waits = () => trade.client.value(`select public.get_public_quotation('${link}', 'visit') -> 'proof_waits'`)
      await version(trade, 1)
      expect(await waits()).toBe(false)
      await trade.sales.run(`select public.send_mockup('${versionId(1)}')`)
      expect(await waits()).toBe(true)
      await trade.server.run(
        `with line as (
           insert into public.quotation_items (quotation_id, position, description, details, vat_rate)
           select j.quotation_id, 'zz9', 'Tray fascia, RAL 7016', '3 mm aluminium', 0 from public.jobs j
            where j.id = (select job_id from public.mockups where id = '${versionId(1)}') returning id)
         update public.jobs set quotation_item_id = (select id from line)
          where id = (select job_id from public.mockups where id = '${versionId(1)}')`,
      )
      const { jobs } = await trade.client.value<{ jobs: object[] }>(
        `select public.get_public_mockups('${link}', 'visit')`,
      )
      expect(jobs[0]).toMatchObject({ description: 'Tray fascia, RAL 7016', details: '3 mm aluminium' })
      await trade.server.run(`update public.quotations set link_revoked_at = now() where public_uuid = '${link}'`)
      expect(
        await trade.server.value(
          `select private.proof_waits((select id from public.quotations where public_uuid = '${link}'))`,
        ),
      ).toBe(false)
    })
  })

  test('is seen by the client from the moment it is sent; drafts and what is inside never are', async () => {
    await inTrade(async (trade) => {
      const seen = async () => {
        const facts = await trade.client.value<{ jobs: { versions: Record<string, unknown>[] }[] }>(
          `select public.get_public_mockups('${link}', 'visit')`,
        )
        return facts.jobs.flatMap((job) => job.versions)
      }
      await version(trade, 1)
      expect(await seen()).toEqual([])
      await trade.sales.run(`select public.send_mockup('${versionId(1)}')`)
      const [first] = await seen()
      expect(first).toMatchObject({ version: 1, status: 'sent', comments: [], answers: [] })
      expect(Object.keys(first ?? {})).not.toContain('files')
      await version(trade, 2)
      expect((await seen()).map((one) => one['version'])).toEqual([1])
      expect(await trade.client.value(`select public.get_public_mockups('${versionId(1)}')`)).toBeNull()
    })
  })
})

describe('the answer of the client', () => {
  test('approves a ticked version: who, when, version and file are kept, the job goes on, the team hears', async () => {
    await inTrade(async (trade, tx) => {
      await trade.server.run(
        `update public.jobs set mockup_required = true, lead_user_id = '${idOf('admin')}' where id = '${row.job}'`,
      )
      await trade.server.run(`insert into public.job_steps (id, job_id, position, name, assignees)
        values ('${stepId}', '${row.job}', 'a0', 'Print', array['${idOf('team_member')}']::uuid[])`)
      await sent(trade)
      expect(await ofJob(trade)).toEqual({ status: 'awaiting_approval', mockup_status: 'sent' })
      const start = `select public.start_step('${stepId}')`
      expect(await refusal(tx, trade.workshop, start)).toBe('The mockup of this job is not approved yet')
      expect(await refusal(tx, trade.client, answer(1, 'approved'))).toBe(
        'Please tick every point of the checklist first',
      )
      await tickAll(trade)
      await trade.client.run(answer(1, 'approved'))
      await trade.client.run(answer(1, 'approved'))
      expect(
        await trade.sales
          .rows(`select version, answer, name, way, file_hash, jsonb_array_length(checklist) as points, recorded_by,
          signature_id is not null as signed, answered_at = now() as now from public.mockup_answers`),
      ).toEqual([
        {
          version: 1,
          answer: 'approved',
          name: 'Anna Vella',
          way: 'link',
          file_hash: '1'.repeat(64),
          points: 4,
          recorded_by: null,
          signed: true,
          now: true,
        },
      ])
      expect(await ofJob(trade)).toEqual({ status: 'approved', mockup_status: 'approved' })
      await trade.workshop.run(start)
      expect(await notices(trade, 'admin')).toEqual([
        { action_type: 'approved', action_by: 'Anna Vella', message: 'Version 1 is approved.' },
        { action_type: 'status_change', action_by: 'sales', message: 'Version 1 was sent to the client.' },
      ])
      expect(await notices(trade, 'team_member')).toEqual([
        { action_type: 'status_change', action_by: 'Anna Vella', message: 'Released for production.' },
      ])
    })
  })

  test('to a version that another one replaced is refused, with the number of the new one', async () => {
    await inTrade(async (trade, tx) => {
      await sent(trade, 1)
      await tickAll(trade, 1)
      await sent(trade, 2)
      expect(await refusal(tx, trade.client, answer(1, 'approved'))).toBe(
        'Version 2 has replaced version 1. Please look at it before you answer.',
      )
      expect(await statuses(trade)).toEqual([
        { version: 1, status: 'superseded' },
        { version: 2, status: 'sent' },
      ])
    })
  })

  test('keeps a job out of production while a change is asked for, also where no approval is required', async () => {
    await inTrade(async (trade, tx) => {
      await trade.server.run(`update public.jobs set mockup_required = false where id = '${row.job}'`)
      await sent(trade)
      await trade.client.run(answer(1, 'revision_requested', 'Larger letters'))
      const move = (to: string) => `update public.jobs set status = '${to}' where id = '${row.job}'`
      for (const to of ['approved', 'in_production'])
        expect(await refusal(tx, trade.sales, move(to))).toBe('The mockup of this job is not approved yet')
      await sent(trade, 2)
      await trade.sales.run(move('approved'))
    })
  })

  test('asks for changes with words only; the job waits for the next version', async () => {
    await inTrade(async (trade, tx) => {
      await trade.server.run(`update public.jobs set mockup_required = true where id = '${row.job}'`)
      await sent(trade)
      expect(await refusal(tx, trade.client, answer(1, 'revision_requested'))).toBe('Please say what is to change')
      expect(await refusal(tx, trade.client, answer(1, 'rejected', ' '))).toBe('Please say why')
      await trade.client.run(answer(1, 'revision_requested', 'Larger letters'))
      expect(await ofJob(trade)).toEqual({ status: 'artwork', mockup_status: 'revision_requested' })
      expect(await refusal(tx, trade.client, answer(1, 'rejected', 'No'))).toBe(
        'Version 1 was answered already: revision requested by Anna Vella.',
      )
      expect(await notices(trade, 'sales')).toEqual([
        { action_type: 'revision_requested', action_by: 'Anna Vella', message: 'Larger letters' },
      ])
    })
  })

  test('is refused in words after the job or the quotation was cancelled', async () => {
    await inTrade(async (trade, tx) => {
      await sent(trade)
      await trade.server.run(`update public.jobs set status = 'cancelled' where id = '${row.job}'`)
      expect(await refusal(tx, trade.client, answer(1, 'rejected', 'No'))).toBe(
        'This job was cancelled. Please call us.',
      )
      await trade.server.run(`update public.quotations set status = 'cancelled' where public_uuid = '${link}'`)
      expect(await refusal(tx, trade.client, answer(1, 'rejected', 'No'))).toBe(
        'This link does not open anything any more',
      )
      expect(await trade.sales.rows('select 1 from public.mockup_answers')).toEqual([])
    })
  })

  test('that came by telephone is recorded by staff, also for a draft', async () => {
    await inTrade(async (trade, tx) => {
      await version(trade, 1)
      const record = (way: string) =>
        `select public.record_mockup_answer('${versionId(1)}', 'approved', 'Anna Vella', '${way}', 'She called at noon')`
      expect(await refusal(tx, trade.sales, record('link'))).toBe('Please say how the client answered')
      expect(await refusal(tx, trade.accounts, record('phone'))).toBe('You may not record answers to mockups')
      await trade.sales.run(record('phone'))
      expect(
        await trade.sales.one(
          `select answer, way, words, recorded_by = '${idOf('sales')}' as mine from public.mockup_answers`,
        ),
      ).toEqual({ answer: 'approved', way: 'phone', words: 'She called at noon', mine: true })
      expect((await ofJob(trade))?.mockup_status).toBe('approved')
    })
  })
})

describe('the mail with a version', () => {
  test('goes out once with two reminders, which the next version and the answer end', async () => {
    await inTrade(async (trade, tx) => {
      const send = (n: number) =>
        `select public.send_mockup('${versionId(n)}', '{anna@bakery.example}', 'Please look at the red')`
      const mails = () =>
        trade.server.rows<{ key: string; status: string }>(
          `select template_key as key, status from public.scheduled_emails where record_kind = 'mockup' order by variables ->> 'version', send_at`,
        )
      const waiting = (key: string) => ({ key, status: 'queued' })
      const ended = (key: string) => ({ key, status: 'cancelled' })
      const three = ['proof', 'proof_reminder', 'proof_reminder']
      await version(trade, 1)
      expect(await refusal(tx, trade.sales, `select public.send_mockup('${versionId(1)}', '{nobody}')`)).toMatch(
        /nobody/,
      )
      expect(await statuses(trade)).toEqual([{ version: 1, status: 'draft' }])
      await trade.sales.run(send(1))
      await trade.sales.run(send(1))
      expect(await mails()).toEqual(three.map(waiting))
      await version(trade, 2)
      await trade.sales.run(send(2))
      expect(await mails()).toEqual([...three.map(ended), ...three.map(waiting)])
      await trade.client.run(answer(2, 'revision_requested', 'Larger'))
      expect(await mails()).toEqual([...three, ...three].map(ended))
    })
  })
})

describe('comments', () => {
  test('are a thread: what the client asks stands open until we answer, and the first answer in a row goes by mail', async () => {
    await inTrade(async (trade) => {
      const { client, sales, workshop, server } = trade
      const id = (n: number) => `66666666-2222-4222-8222-0000000000${n}`
      const asks = (n: number, words: string) =>
        client.run(`select public.comment_by_link('${link}', '${id(n)}', '${versionId(1)}', 'Anna', '${words}')`)
      const says = (n: number, words: string, worker: Worker = sales) =>
        worker.run(`select public.comment_on_mockup('${id(n)}', '${versionId(1)}', '${words}')`)
      const open = (worker: Worker = sales) =>
        worker.rows(
          `select kind, record_id, label, name, words, part from public.open_questions() where kind = 'mockup'`,
        )
      const mails = async () =>
        (
          await server.rows<{ variables: { note: string; question?: string } }>(
            `select variables from public.scheduled_emails where template_key = 'proof_answer' order by created_at, dedupe_key`,
          )
        ).map(({ variables: { note, question } }) => [question ?? null, note])
      await version(trade, 1)
      await says(10, 'A draft: not for the client')
      expect(await mails()).toEqual([])
      await sales.run(`select public.send_mockup('${versionId(1)}')`)
      await server.run(`update public.mockup_comments set created_at = now() - interval '1 hour'`)
      await asks(21, 'Is the blue RAL 5010?')
      expect(await open()).toEqual([
        {
          kind: 'mockup',
          record_id: row.job,
          label: expect.stringContaining('JOB'),
          name: 'Anna',
          words: 'Is the blue RAL 5010?',
          part: `comment-${id(21)}`,
        },
      ])
      expect(await open(workshop)).toHaveLength(1)
      expect(
        await server.value(
          `select count(distinct comment_id)::int from public.mockup_notifications where comment_id = '${id(21)}'`,
        ),
      ).toBe(1)
      await says(22, 'It is RAL 5002')
      await says(22, 'It is RAL 5002')
      await says(23, 'As on your van')
      expect(await open()).toEqual([])
      await asks(24, 'Thank you. And the red?')
      expect(await open()).toHaveLength(1)
      await workshop.run(`select public.resolve_mockup_comment('${id(24)}', true)`)
      expect(await open()).toEqual([])
      await workshop.run(`select public.resolve_mockup_comment('${id(24)}', false)`)
      await says(25, 'RAL 3020')
      expect(await mails()).toEqual([
        ['Is the blue RAL 5010?', 'It is RAL 5002'],
        ['Thank you. And the red?', 'RAL 3020'],
      ])
      await asks(26, 'Fine')
      expect(await open()).toHaveLength(1)
      // A new version is no answer.
      await version(trade, 2)
      await sales.run(`select public.send_mockup('${versionId(2)}')`)
      expect(await open()).toHaveLength(1)
      await tickAll(trade, 2)
      await server.run(`update public.mockup_comments set created_at = now() - interval '1 minute'`)
      await client.run(answer(2, 'approved'))
      expect(await open()).toEqual([])
    })
  })

  test('of client and staff stand on the page where they were put; the other side hears of them', async () => {
    await inTrade(async (trade, tx) => {
      await sent(trade)
      const pin = (id: string, page: string, x: string, y: string, words = 'Move the logo') =>
        `select public.comment_by_link('${link}', '${id}', '${versionId(1)}', 'Anna', '${words}', ${page}, ${x}, ${y})`
      await trade.client.run(pin(commentId, '2', '0.25', '0.75'))
      await trade.client.run(pin(commentId, '2', '0.25', '0.75'))
      expect(
        await trade.sales.rows('select author_name, is_client, page, x::text, y::text from public.mockup_comments'),
      ).toEqual([{ author_name: 'Anna', is_client: true, page: 2, x: '0.250000', y: '0.750000' }])
      const other = commentId.replace('01', '02')
      const outside = 'This pin lies outside of the page. Please put it on the picture.'
      expect(await refusal(tx, trade.client, pin(other, '1', '1.2', '0.5'))).toBe(outside)
      expect(await refusal(tx, trade.client, pin(other, '1', `'NaN'`, '0.5'))).toBe(outside)
      expect(await refusal(tx, trade.client, pin(other, '3', '0.5', '0.5'))).toBe(
        'This mockup has 2 pages. There is no page 3.',
      )
      expect(await refusal(tx, trade.client, pin(other, '1', '0.5', '0.5', ' '))).toBe('Please write a few words')
      expect(await notices(trade, 'sales')).toEqual([
        { action_type: 'comment', action_by: 'Anna', message: 'Move the logo' },
      ])
      await trade.workshop.run(`select public.resolve_mockup_comment('${commentId}', true)`)
      expect(await trade.sales.value('select resolved_at is not null from public.mockup_comments')).toBe(true)
    })
  })

  test('a version of another quotation is not reached by this link', async () => {
    await inTrade(async (trade, tx) => {
      await sent(trade)
      const other = await trade.server.value<string>(
        `select public_uuid from public.quotations where id = '${row.otherClientQuotation}'`,
      )
      expect(
        await refusal(
          tx,
          trade.client,
          `select public.answer_mockup('${other}', '${versionId(1)}', 'rejected', 'Anna', 'No')`,
        ),
      ).toBe('This mockup is not part of this link')
    })
  })
})

test('the office hears that the client has a version in front, and nobody hears that the office has', async () => {
  await inTrade(async (trade) => {
    await sent(trade)
    const looks = `select public.show_typing('${link}', '${versionId(1)}', true)`
    const heard = () =>
      trade.server.rows<{ topic: string; of: string }>(
        `select topic, payload ->> 'table' as of from realtime.messages where payload ->> 'id' = '${versionId(1)}' and payload ->> 'table' like 'looking%'`,
      )
    await trade.sales.run(looks)
    expect(await heard()).toEqual([])
    await trade.client.run(looks)
    expect(await heard()).toEqual([{ topic: `doc:${link}`, of: 'looking_client' }])
  })
})
