import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = 'c4000000-0000-4000-a000-000000000001'
const draft = `insert into public.credit_applications
  (id, contact_id, requested_limit, terms_days, trade_refs, consent, signed_name, created_by)
  values ('${id}', '${row.business}', 4000, 30, '[{"company":"A"},{"company":"B"}]', true, 'Ann', '${idOf('sales')}')`

/** Whom the last of these steps told, with the title and the text. */
const told = (given: string, steps: readonly [Person, string][]) =>
  undone(engine, async (tx: Queryable) => {
    await tx.exec(given)
    for (const [who, sql] of steps) {
      await becomeOwner(tx)
      await tx.exec('delete from public.notifications')
      await become(tx, who)
      const outcome = await attempt(tx, sql)
      if ('refused' in outcome) throw new Error(outcome.because)
    }
    await becomeOwner(tx)
    const { rows } = await tx.query<{ user_id: string; words: string; metadata: unknown }>(
      `select user_id, title || ': ' || message as words, metadata from public.notifications`,
    )
    const people: Person[] = [
      'admin',
      'account_manager',
      'accounts',
      'sales',
      'team_member',
      'colleague',
      'client',
      'pending',
    ]
    return {
      people: people.filter((person) => rows.some(({ user_id }) => user_id === idOf(person))),
      words: [...new Set(rows.map(({ words }) => words))],
      about: rows[0]?.metadata,
    }
  })

const submit: [Person, string] = ['sales', `select public.submit_credit_application('${id}')`]
const about = { record_kind: 'credit_application', record_id: id }

test('a submitted credit application is told to those who decide, and not to who submitted it', async () => {
  const { people, ...rest } = await told(draft, [submit])
  expect(people).toEqual(expect.arrayContaining(['admin', 'accounts']))
  expect(people).not.toContain('sales')
  expect(people).not.toContain('team_member')
  expect(rest).toEqual({ words: ['Credit application to decide: Bakery Ltd'], about })
})

test.each([
  ['approve_credit_application', `'${id}', 3000, 30`, 'Credit application approved: Bakery Ltd'],
  ['decline_credit_application', `'${id}', 'Owes money'`, 'Credit application declined: Bakery Ltd'],
  ['return_credit_application', `'${id}', 'No phone'`, 'Credit application sent back: Bakery Ltd'],
])('%s is told to who asked and to the account manager', async (step, parameters, words) => {
  const managed = `update public.contacts set account_manager_id = '${idOf('account_manager')}' where id = '${row.business}'`
  expect(await told(`${draft}; ${managed}`, [submit, ['accounts', `select public.${step}(${parameters})`]])).toEqual({
    people: ['account_manager', 'sales'],
    words: [words],
    about,
  })
})

const comesIn = `insert into public.user_roles (user_id, role) values ('${idOf('pending')}', 'pending')`
const before = `delete from public.user_roles where user_id = '${idOf('pending')}'`

test('a person who waits for verification is told to those who may verify, and counted for them only', async () => {
  const outcome = await told(before, [['pending', comesIn]])
  expect(outcome.people).toEqual(['admin'])
  expect(outcome.about).toEqual({ record_kind: 'newcomer', record_id: idOf('pending') })
  const count = (who: Person) =>
    undone(engine, async (tx) => {
      await become(tx, who)
      return (await tx.query<{ waiting: number }>('select public.count_newcomers() as waiting')).rows[0]?.waiting
    })
  expect([await count('admin'), await count('sales'), await count('client')]).toEqual([1, 0, 0])
})
