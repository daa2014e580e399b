import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { actAs } from '../local/engine/caller-settings.ts'
import { undone } from './act.ts'
import {
  type Argument,
  type Called,
  callWith,
  colleague,
  functionsOf,
  type Hidden,
  hiddenRows,
  isDrawn,
  isId,
  valuesOf,
} from './calls.ts'
import { absentRecords, answersToOthers, limitsOfArguments, statesOfRecords } from './cases/answers-of-functions.ts'
import { actAsColleague, openWithColleague } from './colleague.ts'

// What each function says of a record that is not there, of values at their edges, and of a record in each of its states: asked of the
// demo company by a colleague who has every right. A refusal that is gone, and a condition that lets any record through, show here.

let engine: Engine
beforeAll(async () => {
  engine = await openWithColleague()
})
afterAll(() => engine.close())

/** What each function is asked: the same on both engines, and quicker on PostgreSQL. */
const onPostgres = test.runIf(process.env['TEST_DATABASE_URL'])
const nobody = '99999999-0000-4000-a000-000000000001'
const ofRecords = ({ type }: Argument) => ['uuid', 'uuid[]', 'jsonb', 'json'].includes(type)
const kinds = ['quotation', 'order', 'invoice', 'credit_note', 'delivery', 'statement', 'purchase_order']

/** Every function is called with records of the demo company in these ways. */
const ways = [0, 1]

type Ask = (call: string, given?: Given) => Promise<string>
type Work = (called: Called, records: Hidden, ask: Ask, statuses: Statuses) => Promise<void>

async function ofEachFunction(work: Work, before = ''): Promise<void> {
  await undone(engine, async (tx) => {
    const hidden = await hiddenRows(tx, () => actAs(tx, { role: 'anon', userId: null, claims: null }))
    const records: Hidden = new Map(
      [...hidden].map(([table, { ids, texts }]) => [table, { ids: ids.filter((id) => !isDrawn(id)), texts }]),
    )
    // Days are those of the company, so that "today" is the same day here and there.
    await tx.exec(`reset role; set local timezone = 'Europe/Malta'; ${asking} ${before}`)
    const functions = await functionsOf(tx, 'authenticated', process.env['FUNCTION'] ?? '%', false)
    const statuses = await statusesOf(tx)
    await actAsColleague(tx)
    for (const called of functions.filter(({ name }) => !name.startsWith('asked_')))
      await work(called, records, (call, given) => wordsOf(tx, call, given), statuses)
  })
}

/** A record that is in a status when a function is called. */
type Given = { table: string; id: string; status: string }

/**
 * Asks in one round trip, and undoes the call. A record is put in a status by the owner of the database, past every trigger;
 * what its constraints refuse is no state. What the database says by itself, of a value that is none of its type, is 'no value'.
 */
const asking = `
  create function public.asked_put(p_change text) returns void language plpgsql security definer set session_replication_role = replica as $$
  begin
    execute p_change;
  end $$;
  create function public.asked_of(p_call text, p_change text) returns text language plpgsql as $$
  declare
    v_said text;
    v_message text;
  begin
    if p_change <> '' then
      begin
        perform public.asked_put(p_change);
      exception when integrity_constraint_violation then
        return 'no state';
      end;
    end if;
    begin
      execute 'select case when count(nullif(answer::text, '''')) = 0 then ''nothing'' else ''done'' end from (' || p_call || ') as asked' into v_said;
      raise sqlstate 'ZZ999';
    exception when others then
      get stacked diagnostics v_message = message_text;
      v_said := case when sqlstate = 'ZZ999' then v_said when v_message ~ '^[A-Z“"%]' then v_message
        when sqlstate = '42501' then 'no right' else 'no value' end;
    end;
    raise sqlstate 'ZZ998' using message = v_said;
  exception when sqlstate 'ZZ998' then
    return sqlerrm;
  end $$;
  revoke execute on function public.asked_put, public.asked_of from public;
  grant execute on function public.asked_put, public.asked_of to authenticated;`

/** What else a status says of a record of that table. */
const alsoSet: Readonly<Record<string, (status: string) => string>> = {
  bank_entries: (status) => `, ignore_reason = ${status === 'ignored' ? "'Twice'" : 'null'}`,
  credit_notes: (status) => (status === 'draft' || status === 'void' ? ', credit_number = null' : ''),
  deliveries: (status) => (status === 'delivered' ? ', delivered_at = now()' : ''),
  invoices: (status) => (status === 'draft' || status === 'void' ? ', invoice_number = null' : ''),
  orders: (status) => (status === 'on_hold' ? `, hold_reason = 'Paint'` : ''),
  scheduled_emails: (status) => (status === 'sent' ? '' : ', sent_at = null'),
}

type Statuses = ReadonlyMap<string, readonly string[]>

/** The statuses that a table knows: what its column may hold. */
async function statusesOf(tx: Queryable): Promise<Statuses> {
  const { rows } = await tx.query<{ name: string; statuses: string[] }>(`
    select c.relname::text as name, (select jsonb_agg(distinct found[1])
             from regexp_matches(pg_get_constraintdef(k.oid), '''([a-z_]+)''::text', 'g') as found) as statuses
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'status' and k.conkey = array[a.attnum]
     where k.contype = 'c' and c.relnamespace = 'public'::regnamespace and pg_get_constraintdef(k.oid) like '%ANY%' order by 1`)
  return new Map(rows.map(({ name, statuses }) => [name, statuses]))
}

async function wordsOf(tx: Queryable, call: string, given?: Given): Promise<string> {
  const change = given
    ? `update public.${given.table} set status = '${given.status}'${alsoSet[given.table]?.(given.status) ?? ''} where id = '${given.id}'`
    : ''
  const { rows } = await tx.query<{ said: string }>('select public.asked_of($1, $2) as said', [call, change])
  return withoutNumbers(rows[0]?.said ?? '')
}

/** The words without ids, days and numbers, which are other ones on another day. */
const withoutNumbers = (said: string): string =>
  said
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '#')
    .replace(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*\b/g, '#')
    .replace(/\d[\d.,]*\d|\d/g, '#')
    .slice(0, 100)

/** The values of a call, without any name of a record. */
const absentIn = (value: string): string => value.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, nobody)

/** Where a function asks for a kind of paper, a record of each kind. */
function kindsOf({ args }: Called, values: readonly string[], records: Hidden): string[][] {
  const at = args.findIndex(({ name, type }) => name === 'p_kind' && type === 'text')
  if (at === -1) return [[...values]]
  return kinds.map((kind) => {
    const id = records.get(`${kind}s`)?.ids[0]
    return args.map(({ name, type }, place) => {
      if (place === at) return `'${kind}'`
      return id !== undefined && type === 'uuid' && /^p_(record_)?id$/.test(name)
        ? `'${id}'::uuid`
        : (values[place] ?? 'null')
    })
  })
}

/** With `FOUND=file` what was found is written there, for whoever writes the register anew. */
function expectRegister(name: string, found: object, register: object): void {
  if (process.env['FOUND']) appendFileSync(process.env['FOUND'], `${JSON.stringify({ name, found })}\n`)
  expect(found).toEqual(register)
}

const joined = (lists: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, list.toSorted().join(', ')]))

const isInWords = (said: string): boolean => !['done', 'nothing', 'no right', 'no value', 'no state'].includes(said)

const put = (into: Record<string, string[]>, key: string, value: string) => {
  const list = (into[key] ??= [])
  if (!list.includes(value)) list.push(value)
}

onPostgres('what each function says of records that are not there', { timeout: 600_000 }, async () => {
  const found: Record<string, string[]> = {}
  await ofEachFunction(async (called, records, ask) => {
    const { name, args } = called
    const places = args.flatMap((argument, at) => (ofRecords(argument) ? [at] : []))
    if (places.length === 0) return
    for (const way of ways)
      for (const values of kindsOf(called, valuesOf(called, records, way), records)) {
        const said = await ask(
          callWith(
            name,
            values.map((value) => absentIn(value)),
          ),
        )
        if (isInWords(said)) put(found, said, name)
      }
    if (places.length === 1) return
    for (const way of ways)
      for (const at of places) {
        const values = valuesOf(called, records, way)
        const said = await ask(callWith(name, values.with(at, absentIn(values[at] ?? ''))))
        if (/not there|no such/.test(said)) put(found, said, `${name} ${args[at]?.name}`)
      }
  })
  expectRegister('absentRecords', joined(found), absentRecords)
})

/** Values of an argument by a number: how they are written, from which to which, and from where a call is tried first. */
type Scale = { write: (size: number) => string; least: number; most: number; from: readonly number[]; unit: string }

const lettersOf = (name: string) => (size: number) =>
  name.includes('email') && size > 14 ? `repeat('x', ${size - 14}) || '@x.example.com'` : `repeat('x', ${size})`

function scaleOf({ name, type }: Argument): Scale | null {
  if (type === 'text') return { write: lettersOf(name), least: 0, most: 250_001, from: [15], unit: 'letters' }
  if (/^(numeric|double precision)$/.test(type))
    return { write: String, least: -1_000_000_000_000, most: 1_000_000_000_000, from: [1], unit: '' }
  if (/^(integer|smallint)$/.test(type)) return { write: String, least: -32_000, most: 32_000, from: [1, 60], unit: '' }
  if (type === 'bigint') return { write: String, least: -32_000, most: 1_000_000_000_000, from: [1], unit: '' }
  if (type === 'date')
    return { write: (size) => `(current_date + ${size})`, least: -9_000, most: 9_000, from: [0], unit: 'days' }
  if (/\[\]$|^jsonb?$/.test(type)) return { write: listOf(type), least: 0, most: 6_000, from: [1], unit: 'values' }
  return null
}

const listOf = (type: string) => (size: number) =>
  type.endsWith('[]')
    ? `array_fill(${type === 'uuid[]' ? `'${nobody}'` : `'x'`}::${type.slice(0, -2)}, array[${size}])`
    : `(select coalesce(jsonb_agg('{}'::jsonb), '[]') from generate_series(1, ${size}))::${type}`

/** The size nearest to `far` whose answer is that of `near`. */
async function edge(near: number, far: number, isSame: (size: number) => Promise<boolean>): Promise<number> {
  let [inside, outside] = [near, far]
  while (Math.abs(outside - inside) > 1) {
    const middle = Math.trunc((inside + outside) / 2)
    if (await isSame(middle)) inside = middle
    else outside = middle
  }
  return inside
}

/** The edges that the register names, so that only those that moved are looked for. */
const edgesIn = (known: string | undefined): (number | null)[][] =>
  [...(known ?? '').matchAll(/(any|-?\d+) to (any|-?\d+)/g)].map(([, low, high]) =>
    [low, high].map((end) => (end === 'any' ? null : Number(end))),
  )

/** Between which sizes a call has the same answer, or null where no other size is refused in words. */
async function limitsOf(said: (size: number) => Promise<string>, scale: Scale, known?: string): Promise<string | null> {
  const { least, most, unit } = scale
  for (const from of scale.from) {
    const usual = await said(from)
    const isSame = async (size: number) => {
      const other = await said(size)
      return other === usual || !isInWords(other)
    }
    const toEdge = async (far: number, ends: readonly (number | null | undefined)[]): Promise<number | null> => {
      if (await isSame(far)) return null
      const out = Math.sign(far - from)
      for (const end of new Set(ends))
        if (typeof end === 'number' && (end - from) * out >= 0 && (far - end) * out > 0)
          if ((await isSame(end)) && !(await isSame(end + out))) return end
      return edge(from, far, isSame)
    }
    const edges = edgesIn(known)
    const low = await toEdge(
      least,
      edges.map(([end]) => end),
    )
    const high = await toEdge(
      most,
      edges.map(([, end]) => end),
    )
    if (low === null && high === null) continue
    return `${low ?? 'any'} to ${high ?? 'any'} ${unit}`.trim()
  }
  return null
}

/** Limits that follow from the record: how much is open, how many pages there are. */
const limitsOfRecords = new Set([
  'comment_on_mockup p_page',
  'copy_week p_from',
  'copy_week p_to',
  'finish_step p_good',
  'write_off_invoice p_amount',
])

onPostgres('between which sizes each function takes its arguments', { timeout: 900_000 }, async () => {
  const found: Record<string, string[]> = {}
  await ofEachFunction(async (called, records, ask) => {
    const { name, args } = called
    for (const way of ways)
      for (const values of kindsOf(called, valuesOf(called, records, way), records)) {
        for (const [at, argument] of args.entries()) {
          const scale = scaleOf(argument)
          if (!scale || argument.name === 'p_kind' || limitsOfRecords.has(`${name} ${argument.name}`)) continue
          const said = (size: number) => ask(callWith(name, values.with(at, scale.write(size))))
          const place = `${name} ${argument.name}`
          const limits = await limitsOf(said, scale, Reflect.get(limitsOfArguments, place))
          if (limits !== null) put(found, place, limits)
        }
      }
  })
  expectRegister('limitsOfArguments', joined(found), limitsOfArguments)
})

onPostgres('what each function says of a record in each of its states', { timeout: 900_000 }, async () => {
  const found: Record<string, Record<string, string[]>> = {}
  await ofEachFunction(async (called, records, ask, statuses) => {
    const tableOf = (id: string) => [...statuses.keys()].find((table) => records.get(table)?.ids.includes(id))
    for (const way of ways)
      for (const values of kindsOf(called, valuesOf(called, records, way), records))
        for (const value of values) {
          const id = /^'([0-9a-f-]{36})'::uuid$/.exec(value)?.[1] ?? ''
          const table = isId(id) ? tableOf(id) : undefined
          if (table === undefined) continue
          const answers = new Map<string, string>()
          for (const status of statuses.get(table) ?? []) {
            const said = await ask(callWith(called.name, values), { table, id, status })
            if (said !== 'no state') answers.set(status, said)
          }
          if (new Set(answers.values()).size < 2) continue
          for (const [status, said] of answers) put((found[`${called.name} ${table}`] ??= {}), said, status)
        }
  })
  const answers = Object.entries(found).map(([name, said]) => [name, joined(said)])
  expectRegister('statesOfRecords', Object.fromEntries(answers), statesOfRecords)
})

onPostgres('which functions answer a person who has an account and is no colleague', { timeout: 600_000 }, async () => {
  const found: Record<string, string[]> = { done: [] }
  await ofEachFunction(async (called, records, ask) => {
    for (const way of ways)
      for (const values of kindsOf(called, valuesOf(called, records, way), records))
        if ((await ask(callWith(called.name, values))) === 'done') put(found, 'done', called.name)
  }, `update public.user_roles set role = 'client' where user_id = (select id from auth.users where email = '${colleague}')`)
  expectRegister('answersToOthers', joined(found), answersToOthers)
})
