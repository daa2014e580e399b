import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import { openWorld, row } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const link: string = row.clientQuotationLink
const askFor = (words: string, of = link) => `select public.ask_about_document('${of}', 'Carla Client', '${words}')`
const answer = (words: string, id: string = row.clientQuotation) =>
  `select public.answer_question('quotation', '${id}', '${words}') as mailed`
const close = `select public.close_question('quotation', '${row.clientQuotation}')`
const thread = `select is_ours, name, words from public.questions_by_link('${link}')`
const open = `select kind, label, name, words from public.open_questions()`

const rows = async (tx: Queryable, sql: string) => (await tx.query<Record<string, unknown>>(sql)).rows
const because = async (tx: Queryable, sql: string) => {
  const outcome = await attempt(tx, sql)
  return 'refused' in outcome ? outcome.because : 'done'
}

describe('a question is answered', () => {
  test('it stands open until somebody answers; the client reads the answer by the link and has it by mail', () =>
    undone(engine, async (tx) => {
      await become(tx, 'visitor')
      await rows(tx, askFor('Is the fitting included?'))
      await become(tx, 'sales')
      expect(await rows(tx, open)).toEqual([
        { kind: 'quotation', label: 'Q-1', name: 'Carla Client', words: 'Is the fitting included?' },
      ])
      const [told] = await rows(tx, answer('Yes, on the second day.'))
      expect(told?.['mailed']).toMatch(/@/)
      expect(await rows(tx, open)).toEqual([])
      await become(tx, 'visitor')
      expect(await rows(tx, thread)).toEqual([
        { is_ours: false, name: 'Carla Client', words: 'Is the fitting included?' },
        { is_ours: true, name: expect.any(String), words: 'Yes, on the second day.' },
      ])
      await becomeOwner(tx)
      expect(
        await rows(
          tx,
          `select recipients, variables from public.scheduled_emails where template_key = 'quotation_answer'`,
        ),
      ).toEqual([
        {
          recipients: [told?.['mailed']],
          variables: { note: 'Yes, on the second day.', question: 'Is the fitting included?' },
        },
      ])
    }))

  test('it has 2000 characters at most', () =>
    undone(engine, async (tx) => {
      await become(tx, 'visitor')
      expect(await because(tx, askFor('x'.repeat(2001)))).toBe('Please enter a question of 2000 characters at most')
      expect(await because(tx, askFor('x'.repeat(2000)))).toBe('done')
    }))

  test('its notice and the list of open ones name the question itself', () =>
    undone(engine, async (tx) => {
      await become(tx, 'visitor')
      await rows(tx, askFor('Is the fitting included?'))
      await rows(tx, askFor('And the crane?'))
      await becomeOwner(tx)
      const asked = await rows(
        tx,
        `select 'question-' || id as part from public.document_events where type = 'question' and record_id = '${row.clientQuotation}' order by id`,
      )
      expect(
        await rows(
          tx,
          `select distinct data ->> 'part' as part from public.notifications where data ->> 'kind' = 'question' order by 1`,
        ),
      ).toEqual(asked)
      await become(tx, 'sales')
      expect(await rows(tx, `select part from public.open_questions()`)).toEqual(asked.slice(-1))
    }))

  test('the same answer pressed twice is one mail; another one is a second', () =>
    undone(engine, async (tx) => {
      await become(tx, 'visitor')
      await rows(tx, askFor('When?'))
      await become(tx, 'sales')
      for (const words of ['On Monday', 'On Monday', 'On Tuesday']) await rows(tx, answer(words))
      await becomeOwner(tx)
      const [mails] = await rows(
        tx,
        `select count(*)::int as count from public.scheduled_emails where template_key = 'quotation_answer'`,
      )
      expect(mails).toEqual({ count: 2 })
    }))

  test('a question that was answered by telephone is closed, and a new one opens the thread again', () =>
    undone(engine, async (tx) => {
      await become(tx, 'visitor')
      await rows(tx, askFor('Which colour?'))
      await become(tx, 'sales')
      expect(await because(tx, close)).toBe('done')
      expect(await rows(tx, open)).toEqual([])
      expect(await because(tx, close)).toBe('No question is open here')
      await become(tx, 'visitor')
      await rows(tx, askFor('And the frame?'))
      await become(tx, 'sales')
      expect(await rows(tx, open)).toMatchObject([{ words: 'And the frame?' }])
    }))

  test('an approval answers what was asked before it, and not what is asked after it', () =>
    undone(engine, async (tx) => {
      await become(tx, 'visitor')
      await rows(tx, askFor('Can you start on Monday?'))
      await rows(tx, `select public.approve_quotation('${link}', 1, 'Carla Client', true)`)
      await become(tx, 'sales')
      expect(await rows(tx, open)).toEqual([])
      await become(tx, 'visitor')
      await rows(tx, askFor('When do you come?'))
      await become(tx, 'sales')
      expect(await rows(tx, open)).toMatchObject([{ words: 'When do you come?' }])
    }))

  test('an answer without a question, without words or of an unknown kind is refused in words', () =>
    undone(engine, async (tx) => {
      await become(tx, 'sales')
      expect(await because(tx, answer('Hello'))).toBe('Nobody asked about this document')
      expect(await because(tx, answer('  '))).toBe('Please enter an answer of 4000 characters at most')
      expect(await because(tx, `select public.answer_question('job', '${row.job}', 'Hello')`)).toBe(
        'This kind of document has no questions',
      )
      expect(await because(tx, `select public.answer_question(null, null, null)`)).toBe(
        'This kind of document has no questions',
      )
    }))
})

describe('who may', () => {
  test.each(['client', 'otherClient', 'pending'] as const)('%s neither answers nor closes', (person) =>
    undone(engine, async (tx) => {
      await become(tx, 'visitor')
      await rows(tx, askFor('When?'))
      await become(tx, person)
      expect(await because(tx, answer('Tomorrow'))).toBe('You may not answer questions about this document')
      expect(await because(tx, close)).toBe('You may not close questions about this document')
      expect(await rows(tx, open)).toEqual([])
    }),
  )

  test.each([
    ['revoked', `update public.quotations set link_revoked_at = now() where id = '${row.clientQuotation}'`, link],
    ['of a draft', 'select 1', row.draftLink],
  ])('a link that is %s asks nothing and reads no thread', (_, given, of) =>
    undone(engine, async (tx) => {
      await become(tx, 'visitor')
      if (of === link) await rows(tx, askFor('When?'))
      await becomeOwner(tx)
      await tx.exec(given)
      await become(tx, 'visitor')
      expect(await because(tx, askFor('Again?', of))).toBe('This link does not open anything any more')
      expect(await rows(tx, `select * from public.questions_by_link('${of}')`)).toEqual([])
    }),
  )
})

test('a question about a paper without owners is told to the people of its role', () =>
  undone(engine, async (tx) => {
    const told = async () =>
      rows(
        tx,
        `select distinct r.role from public.notifications n join public.user_roles r on r.user_id = n.user_id
        where n.title like 'Question about SO-Q%' order by 1`,
      )
    await tx.exec(`insert into public.orders (order_number, contact_id, public_uuid, created_by)
      values ('SO-Q1', '${row.clientContact}', '${row.draftLink.replace(/^3/, '7')}', null)`)
    await become(tx, 'visitor')
    await rows(tx, askFor('When does it come?', row.draftLink.replace(/^3/, '7')))
    await becomeOwner(tx)
    expect(await told()).toEqual([{ role: 'sales' }])
  }))
