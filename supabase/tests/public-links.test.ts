import { pictureAddress } from '../../src/documents/pictures/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone, type Outcome } from './act.ts'
import { links, makePapers, paper } from './cases/links.ts'
import { idOf } from './people.ts'
import { stampOf } from './work.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
  await engine.transaction(makePapers)
})
afterAll(() => engine.close())

const uuidOf = (kind: string) => links.find((link) => link.kind === kind)?.uuid ?? ''
const held = links.find(({ kind, state }) => kind === 'booking' && state === 'held')?.given ?? ''

/** A function's answers to a link. `effect`: counts its changes, for a function without an answer. */
type Answers = { call: (uuid: string) => string; effect?: string; otherwise: string; opens: Record<string, unknown> }

const gone = 'PT404 This link does not open anything any more'
const changing = 'PT409 This quotation is being changed. The new version will appear here.'
const past = expect.stringMatching(/^PT409 This quotation was valid until/)

const answers: Record<string, Answers> = {
  get_public_quotation: {
    call: (uuid) => `get_public_quotation('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'quotation valid': 'answers', 'quotation in revision': 'answers', 'quotation expired': 'answers' },
  },
  get_public_mockups: {
    call: (uuid) => `get_public_mockups('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'quotation valid': 'answers', 'quotation in revision': 'answers', 'quotation expired': 'answers' },
  },
  choose_options: {
    call: (uuid) => `choose_options('${uuid}', 1, '{${paper.option}}')`,
    otherwise: gone,
    opens: { 'quotation valid': 'answers', 'quotation in revision': changing, 'quotation expired': past },
  },
  choose_quantity: {
    call: (uuid) => `choose_quantity('${uuid}', 1, '${paper.quotationLine}', 20)`,
    otherwise: gone,
    opens: { 'quotation valid': 'answers', 'quotation in revision': changing, 'quotation expired': past },
  },
  approve_quotation: {
    call: (uuid) => `approve_quotation('${uuid}', 1, 'Anna', true)`,
    otherwise: gone,
    opens: { 'quotation valid': 'answers', 'quotation in revision': changing, 'quotation expired': past },
  },
  reject_quotation: {
    call: (uuid) => `reject_quotation('${uuid}', 1, 'Anna', 'Too dear')`,
    effect: 'select count(*)::int from public.document_events',
    otherwise: gone,
    opens: { 'quotation valid': 'acts', 'quotation in revision': changing, 'quotation expired': past },
  },
  request_quotation_change: {
    call: (uuid) => `request_quotation_change('${uuid}', 1, 'Anna', 'In blue')`,
    effect: 'select count(*)::int from public.document_events',
    otherwise: gone,
    opens: { 'quotation valid': 'acts', 'quotation in revision': changing, 'quotation expired': past },
  },
  ask_about_quotation: {
    call: (uuid) => `ask_about_quotation('${uuid}', 'Anna', 'Where?')`,
    effect: 'select count(*)::int from public.document_events',
    otherwise: gone,
    opens: { 'quotation valid': 'acts', 'quotation in revision': 'acts', 'quotation expired': 'acts' },
  },
  ask_about_document: {
    call: (uuid) => `ask_about_document('${uuid}', 'Anna', 'Where?')`,
    effect: 'select count(*)::int from public.document_events',
    otherwise: gone,
    opens: {
      'quotation valid': 'acts',
      'quotation in revision': 'acts',
      'quotation expired': 'acts',
      'order valid': 'acts',
      'order cancelled': 'acts',
      'invoice valid': 'acts',
    },
  },
  questions_by_link: {
    call: (uuid) => `questions_by_link('${uuid}')`,
    otherwise: 'nothing',
    opens: {
      'quotation valid': 'answers',
      'quotation in revision': 'answers',
      'quotation expired': 'answers',
      'order valid': 'answers',
      'order cancelled': 'answers',
      'invoice valid': 'answers',
    },
  },
  keep_visit: {
    call: (uuid) => `keep_visit('${uuid}', 'visit-0123456789')`,
    effect: 'select count(*)::int from public.quotation_visits',
    otherwise: 'nothing',
    opens: { 'quotation valid': 'acts', 'quotation in revision': 'acts', 'quotation expired': 'acts' },
  },
  tick_mockup: {
    call: (uuid) => `tick_mockup('${uuid}', '${paper.mockup}', 'point-1', true)`,
    effect: 'select sum(cardinality(ticked))::int from public.mockups',
    otherwise: gone,
    opens: { 'quotation valid': 'acts', 'quotation in revision': 'acts', 'quotation expired': 'acts' },
  },
  comment_by_link: {
    call: (uuid) => `comment_by_link('${uuid}', gen_random_uuid(), '${paper.mockup}', 'Anna', 'Bigger')`,
    effect: 'select count(*)::int from public.mockup_comments',
    otherwise: gone,
    opens: { 'quotation valid': 'acts', 'quotation in revision': 'acts', 'quotation expired': 'acts' },
  },
  answer_mockup: {
    call: (uuid) => `answer_mockup('${uuid}', '${paper.mockup}', 'revision_requested', 'Anna', 'In blue')`,
    effect: "select count(*)::int from public.mockups where status <> 'sent'",
    otherwise: gone,
    opens: { 'quotation valid': 'acts', 'quotation in revision': 'acts', 'quotation expired': 'acts' },
  },
  show_typing: {
    call: (uuid) => `show_typing('${uuid}', '${paper.mockup}')`,
    effect: 'select count(*)::int from realtime.messages',
    otherwise: 'nothing',
    opens: { 'quotation valid': 'acts', 'quotation in revision': 'acts', 'quotation expired': 'acts' },
  },
  open_payment_request: {
    call: (uuid) => `open_payment_request('${uuid}')`,
    otherwise: gone,
    opens: {
      'quotation valid': 'PT409 Please approve the quotation first',
      'quotation in revision': 'PT409 Please approve the quotation first',
      'quotation expired': 'PT409 Please approve the quotation first',
      'order cancelled': 'PT409 This order was cancelled: there is nothing to pay',
      'order valid': 'answers',
      'invoice valid': 'answers',
    },
  },
  tell_bank_transfer: {
    call: (uuid) => `tell_bank_transfer('${uuid}')`,
    otherwise: gone,
    opens: {
      'quotation valid': 'PT409 Please approve the quotation first',
      'quotation in revision': 'PT409 Please approve the quotation first',
      'quotation expired': 'PT409 Please approve the quotation first',
      'order cancelled': 'PT409 This order was cancelled: there is nothing to pay',
      'order valid': 'answers',
      'invoice valid': 'answers',
    },
  },
  open_statement_request: {
    call: (uuid) => `open_statement_request('${uuid}', '{${paper.unpaid}}')`,
    otherwise: gone,
    opens: { 'statement valid': 'answers' },
  },
  tell_statement_transfer: {
    call: (uuid) => `tell_statement_transfer('${uuid}', '{${paper.unpaid}}')`,
    otherwise: gone,
    opens: { 'statement valid': 'answers' },
  },
  withdraw_transfer: { call: (uuid) => `withdraw_transfer('${uuid}')`, otherwise: 'nothing', opens: {} },
  use_credit: { call: (uuid) => `use_credit('${uuid}')`, otherwise: gone, opens: { 'invoice valid': 'answers' } },
  pay_deposit_from_credit: {
    call: (uuid) => `pay_deposit_from_credit('${uuid}')`,
    otherwise: gone,
    opens: { 'order valid': 'PT409 Only €0.00 of credit are left' },
  },
  get_payment_request: {
    call: (uuid) => `get_payment_request('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'payment_request valid': 'answers', 'payment_request cancelled': 'answers' },
  },
  get_public_invoice: {
    call: (uuid) => `get_public_invoice('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'invoice valid': 'answers' },
  },
  get_public_credit_note: {
    call: (uuid) => `get_public_credit_note('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'credit_note valid': 'answers' },
  },
  get_public_delivery: {
    call: (uuid) => `get_public_delivery('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'delivery valid': 'answers' },
  },
  get_public_partial_delivery: {
    call: (uuid) => `get_public_partial_delivery('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'drop valid': 'answers' },
  },
  get_public_statement: {
    call: (uuid) => `get_public_statement('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'statement valid': 'answers' },
  },
  get_public_product: {
    call: (uuid) => `get_public_product('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'product valid': 'answers' },
  },
  ask_for_product: {
    call: (uuid) => `ask_for_product(gen_random_uuid(), '${uuid}', '{}', 1, 'Anna', 'anna@example.com')`,
    otherwise: 'PT404 This product is not offered any more',
    opens: { 'product valid': 'answers' },
  },
  get_booking: {
    call: (uuid) => `get_booking('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'booking valid': 'answers', 'booking held': 'answers', 'booking cancelled': 'answers' },
  },
  release_slot: {
    call: (uuid) => `release_slot('${uuid}')`,
    effect: 'select count(*)::int from public.bookings',
    otherwise: 'nothing',
    opens: { 'booking held': 'acts', 'booking expired': 'acts' },
  },
  confirm_booking: {
    call: (uuid) => `confirm_booking('${uuid}', 'Anna', 'anna@example.com')`,
    otherwise:
      'PT404 The five minutes for this time have ended and somebody else could take it. Please choose a time again.',
    opens: {
      'booking valid': 'answers',
      'booking held': 'answers',
      'booking expired': 'answers',
      'booking cancelled': 'answers',
    },
  },
  move_booking: {
    call: (uuid) => `move_booking('${uuid}', now() + interval '3 days')`,
    otherwise: 'PT404 This appointment is not there',
    opens: {
      'booking valid': 'answers',
      'booking cancelled': 'PT409 This appointment cannot be moved any more. Please call us.',
    },
  },
  cancel_booking: {
    call: (uuid) => `cancel_booking('${uuid}')`,
    effect: "select count(*)::int from public.bookings where status = 'cancelled'",
    otherwise: 'PT404 This appointment is not there',
    opens: { 'booking valid': 'acts', 'booking cancelled': 'answers' },
  },
  get_brief: {
    call: (uuid) => `get_brief('${uuid}')`,
    otherwise: 'nothing',
    opens: { 'brief valid': 'answers', 'brief sent': 'answers' },
  },
  save_brief: {
    call: (uuid) => `save_brief('${uuid}', '{}', 1)`,
    otherwise: 'PT404 This brief is not there',
    opens: {
      'brief valid': 'answers',
      'brief sent': 'PT409 This brief was sent already. Please call us to change it.',
    },
  },
  add_brief_picture: {
    call: (uuid) => `add_brief_picture('${uuid}', 'Shop', '${pictureAddress('image/png')}')`,
    otherwise: 'PT404 This brief is not there',
    opens: {
      'brief valid': 'answers',
      'brief sent': 'PT409 This brief was sent already. Please call us to change it.',
    },
  },
  remove_brief_picture: {
    call: (uuid) => `remove_brief_picture('${uuid}', '${paper.briefPicture}')`,
    effect: 'select count(*)::int from public.design_brief_pictures',
    otherwise: 'PT404 This brief is not there',
    opens: { 'brief valid': 'acts', 'brief sent': 'PT409 This brief was sent already. Please call us to change it.' },
  },
  send_brief: {
    call: (uuid) => `send_brief('${uuid}', 'Anna', 'anna@example.com')`,
    otherwise: 'PT404 This brief is not there',
    opens: { 'brief valid': 'answers', 'brief sent': 'answers' },
  },
}

const told = (outcome: Outcome, answer: unknown): string =>
  'refused' in outcome
    ? `${outcome.refused} ${outcome.because}`
    : answer === null || answer === undefined
      ? 'nothing'
      : 'answers'

async function answerTo(tx: Queryable, { call, effect }: Answers, uuid: string): Promise<string> {
  const count = async () => {
    if (!effect) return 0
    await becomeOwner(tx)
    return (await tx.query<{ n: number }>(`select (${effect}) as n`)).rows[0]?.n
  }
  const before = await count()
  await become(tx, 'visitor')
  const outcome = await attempt(tx, `select public.${call(uuid)} as answer`)
  const answer = 'refused' in outcome ? null : outcome.rows[0]?.['answer']
  if (effect && !('refused' in outcome) && (await count()) !== before) return 'acts'
  return told(outcome, answer === '' ? null : answer)
}

/** The rows are put into the state directly; allowed transitions do not matter here. */
async function put(tx: Queryable, given: string): Promise<void> {
  if (!given) return
  await tx.exec(`set local session_replication_role = replica; ${given}; set local session_replication_role = origin`)
}

test.each(Object.entries(answers))('T6: %s answers each link in each state as here', async (name, expected) => {
  const found: Record<string, string> = {}
  for (const { kind, state, uuid, given } of links) {
    const answer = await undone(engine, async (tx) => {
      await put(tx, given)
      return answerTo(tx, expected, uuid)
    })
    if (answer !== expected.otherwise) found[`${kind} ${state}`] = answer
  }
  expect(found).toEqual(expected.opens)
})

/** Functions that visitors call without a link: they read published data, or send a form. */
const withoutLink = [
  'free_slots',
  'get_booking_types',
  'get_company',
  'get_public_page',
  'get_public_policy',
  'get_public_post',
  'get_public_posts',
  'get_public_service',
  'get_public_services',
  'get_site_frame',
  'get_site_words',
  'hold_slot',
  'leave_review',
  'list_public_products',
  'note_visit',
  'register_visitor',
]

test('T6: the list above knows every function that visitors may call', async () => {
  const { rows } = await engine.query<{ name: string }>(
    `select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(answers), ...withoutLink].sort())
})

test('T6: a link opens changes by realtime and files as long as it opens its paper', async () => {
  const open: string[] = []
  for (const { kind, state, uuid, given } of links)
    await undone(engine, async (tx) => {
      await put(tx, given)
      const { rows } = await tx.query<{ is: boolean }>(`select private.is_public_document('${uuid}') as is`)
      if (rows[0]?.is) open.push(`${kind} ${state}`)
    })
  expect(open).toEqual([
    'quotation valid',
    'quotation in revision',
    'quotation expired',
    'order valid',
    'order cancelled',
    'delivery valid',
    'invoice valid',
    'credit_note valid',
    'statement valid',
    'payment_request valid',
    'payment_request cancelled',
    'booking valid',
    'booking cancelled',
  ])
})

/** Keys that only the office reads. */
const ofTheOffice =
  /"((on_stop|credit_limit|reminder\w*|account_manager\w*|crew\w*|created_by|owner_id|user_id|\w*cost|margin\w*|row_version|search_text)(?:\w*))":/g

test('D 6: what a link opens holds no id of anybody of the staff and no fact of the office, wherever there is one', async () => {
  const staff = idOf('account_manager')
  const found: Record<string, string[]> = {}
  await undone(engine, async (tx) => {
    // As in a company where staff had to do with each row: whatever names an account names this one.
    await put(
      tx,
      `do $$ declare v_key record; begin
        for v_key in select c.conrelid::regclass as of, a.attname as name from pg_constraint c
                       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
                      where c.contype = 'f' and c.confrelid = 'auth.users'::regclass and c.connamespace = 'public'::regnamespace
        loop
          begin execute format('update %s set %I = %L', v_key.of, v_key.name, '${staff}');
          exception when unique_violation or check_violation then null;
          end;
        end loop; end $$;
      update public.contacts set on_stop = true, credit_limit = 4711.11;
      update public.invoices set reminder_stage = 2`,
    )
    expect((await tx.query('select created_by as by from public.quotations limit 1')).rows).toEqual([{ by: staff }])
    for (const [name, { call, opens }] of Object.entries(answers))
      for (const { kind, state, uuid, given } of links.filter(
        ({ kind, state }) => opens[`${kind} ${state}`] === 'answers',
      )) {
        await tx.exec('savepoint each')
        await put(tx, given)
        await become(tx, 'visitor')
        const text = JSON.stringify(await attempt(tx, `select public.${call(uuid)} as answer`))
        await tx.exec('rollback to savepoint each; release savepoint each')
        await becomeOwner(tx)
        const told = [...text.matchAll(ofTheOffice)].map(([, key = '']) => key)
        told.push(...[staff, '4711.11', '"refused"'].filter((fact) => text.includes(fact)))
        if (told.length > 0) found[`${name} ${kind} ${state}`] = told
      }
  })
  expect(found).toEqual({})
})

describe('the note of a delivery', () => {
  const prices = (uuid: string, call: string) =>
    `select jsonb_agg(jsonb_build_array(line -> 'unit_price', line -> 'discount_pct', line -> 'net')) as prices
       from jsonb_array_elements(public.${call}('${uuid}') -> 'lines') as line`
  test.each([
    ['delivery', 'get_public_delivery'],
    ['drop', 'get_public_partial_delivery'],
  ])('tells price, discount and net of a line only where prices are shown: %s', async (kind, call) => {
    const shown = (is: boolean) =>
      tries(engine, 'visitor', prices(uuidOf(kind), call), `update public.deliveries set show_prices = ${is}`)
    expect(await shown(false)).toMatchObject({ rows: [{ prices: [[null, null, null]] }] })
    expect(await shown(true)).toMatchObject({ rows: [{ prices: [['100.0000', '10.00', '540.00']] }] })
  })
})

test.each(['false', 'null'])('a quotation is not approved while its terms are not accepted: %s', async (accepted) => {
  const uuid = uuidOf('quotation')
  const outcome = await undone(engine, async (tx) => {
    await become(tx, 'visitor')
    const answer = await attempt(tx, `select public.approve_quotation('${uuid}', 1, 'Anna', ${accepted})`)
    await becomeOwner(tx)
    const { rows } = await tx.query(`select status from public.quotations where public_uuid = '${uuid}'`)
    return { answer, rows }
  })
  expect(outcome).toEqual({
    answer: { refused: '22023', because: 'Please accept the terms' },
    rows: [{ status: 'sent' }],
  })
})

describe('T32: a form of visitors is opened by work of the last ten minutes', () => {
  const forms: [form: string, call: string][] = [
    ['ask_for_product', `ask_for_product(gen_random_uuid(), 'letters', '{}', 1, 'Anna', 'anna@example.com')`],
    ['leave_review', `leave_review('Anna', 5, 'Straight letters')`],
    [
      'register_visitor',
      `register_visitor('business', '{"name": "Anna", "last_name": "Vella", "company": "Vella Ltd", "email": "anna@example.com"}')`,
    ],
    ['send_brief', `send_brief('${uuidOf('brief')}', 'Anna', 'anna@example.com')`],
    ['confirm_booking', `confirm_booking('${uuidOf('booking')}', 'Anna', 'anna@example.com')`],
  ]
  const minute = 60
  test.each(
    forms.flatMap(([form, call]) =>
      [
        [0, true],
        [-9 * minute, true],
        [-11 * minute, false],
        [11 * minute, false],
        [-69 * 24 * 60 * minute, false],
      ].map(([age, opens]) => [form, Number(age), opens === true, call] as const),
    ),
  )('%s with a stamp of %i seconds from now: %s', async (form, age, opens, call) => {
    const stamp = stampOf(form, 14, Math.floor(Date.now() / 1000) + age)
    const outcome = await undone(engine, async (tx) => {
      await put(tx, held)
      await tx.query(`select set_config('request.headers', $1, true)`, [JSON.stringify({ 'x-work': stamp })])
      await become(tx, 'visitor')
      return attempt(tx, `select public.${call}`)
    })
    expect('refused' in outcome ? outcome.refused : 'opened').toBe(opens ? 'opened' : 'PT428')
  })
})
