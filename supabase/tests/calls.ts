import { randomUUID } from 'node:crypto'
import type { Queryable } from '../local/contracts.ts'

// Calls of every function of the database with names of demo records, for tests of all functions.

/** A colleague added by tests, who also choose the rights. */
export const colleague = 'colleague@people.example'

export type Argument = { name: string; type: string }
export type Called = { name: string; args: Argument[]; keys: string[]; tables: string[] }

/** The functions that a role may call, or those that take an id, with the keys that they read of a JSON argument. */
export async function functionsOf(db: Queryable, role: string, name = '%', onlyWithIds = true): Promise<Called[]> {
  const { rows } = await db.query<{ called: Called }>(
    `select jsonb_build_object('name', p.proname,
        'args', coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(p.proargnames[a.at], ''), 'type', format_type(a.type, null)) order by a.at)
            from unnest(p.proargtypes::oid[]) with ordinality as a (type, at)), '[]'),
        'keys', coalesce((select jsonb_agg(distinct found[1]) from pg_proc q, regexp_matches(q.prosrc, '->>?\\s*''(\\w+)''', 'g') as found
            where q.proname = p.proname and q.pronamespace in ('private'::regnamespace, 'public'::regnamespace)), '[]'),
        'tables', coalesce((select jsonb_agg(distinct found[1]) from pg_proc q, regexp_matches(q.prosrc, 'public\\.(\\w+)', 'g') as found
            where q.proname = p.proname and q.pronamespace in ('private'::regnamespace, 'public'::regnamespace)), '[]')) as called
       from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
        and has_function_privilege($1, p.oid, 'execute') and p.proname like $2
        and ($3 or p.proargtypes::oid[] && array['uuid', 'uuid[]', 'jsonb', 'json', 'text']::regtype[]::oid[])
      order by p.proname, p.oid`,
    [role, name, !onlyWithIds],
  )
  return rows.map(({ called }) => called)
}

/** The texts that identify a row: its id, or a unique text (a number, an e-mail address, a slug). */
type Names = { ids: readonly string[]; texts: readonly string[] }
export type Hidden = ReadonlyMap<string, Names>

/** An id that the database drew by chance is another one in the next demo company; the others are the same each time, and come first. */
const drawn = '-4(?!000)[0-9a-f]{3}-[89ab][0-9a-f]{3}-'
export const isDrawn = (id: string): boolean => new RegExp(drawn).test(id)

/** Of every table, names of some rows which the caller may not read. */
export async function hiddenRows(tx: Queryable, caller: () => Promise<void>): Promise<Hidden> {
  const { rows: tables } = await tx.query<{ name: string; texts: string[] }>(
    `select c.relname::text as name, coalesce((
        select jsonb_agg(distinct a.attname) from pg_attribute a
         where a.attrelid = c.oid and a.atttypid = 'text'::regtype and (a.attname = 'email' or exists (
           select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indkey::int2[] = array[a.attnum]))), '[]') as texts
       from pg_class c join pg_attribute id on id.attrelid = c.oid and id.attname = 'id' and id.atttypid = 'uuid'::regtype
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  const all = new Map<string, { id: string; texts: string[] }[]>()
  for (const { name, texts } of tables) {
    const { rows } = await tx.query<{ id: string; texts: string[] }>(
      `select id::text as id, to_jsonb(array_remove(array[${texts.map((text) => `"${text}"`).join(', ')}]::text[], null)) as texts
         from public.${name} order by id::text ~ '${drawn}', md5(id::text) limit 40`,
    )
    all.set(name, rows)
  }
  const { rows: users } = await tx.query<{ id: string; texts: string[] }>(
    `select u.id::text as id, jsonb_build_array(u.email) as texts from auth.users u join public.user_roles r on r.user_id = u.id
      where r.role not in ('pending', 'client') and u.email <> '${colleague}' order by md5(u.id::text) limit 3`,
  )
  await caller()
  const hidden = new Map<string, Names>([['users', namesOf(users)]])
  for (const [name, rows] of all) {
    await tx.exec('savepoint look')
    const ids = `{${rows.map(({ id }) => id).join(',')}}`
    const { rows: found } = await tx
      .query<{ id: string }>(`select id::text as id from public.${name} where id = any ($1)`, [ids])
      .catch(async () => {
        await tx.exec('rollback to savepoint look')
        return { rows: [] }
      })
    const seen = new Set(found.map(({ id }) => id))
    const others = rows.filter(({ id }) => !seen.has(id))
    if (others.length > 0) hidden.set(name, namesOf(others))
  }
  return withoutSeen(tx, hidden, tables)
}

/** Without the names that the caller reads in another table: people have one address as an account and as a contact. */
async function withoutSeen(
  tx: Queryable,
  hidden: Hidden,
  tables: readonly { name: string; texts: string[] }[],
): Promise<Hidden> {
  const seen = new Set<string>()
  const all = [...hidden.values()]
  const look = async (sql: string, names: readonly string[]) => {
    await tx.exec('savepoint look')
    const { rows } = await tx.query<{ name: string }>(sql, [JSON.stringify(names)]).catch(async () => {
      await tx.exec('rollback to savepoint look')
      return { rows: [] }
    })
    for (const { name } of rows) seen.add(name)
  }
  const ids = all.flatMap(({ ids: those }) => those)
  const texts = all.flatMap(({ texts: those }) => those)
  const named = (column: string, table: string, as = '') =>
    `select ${column}::text as name from public.${table} where ${column} in (select value${as} from jsonb_array_elements_text($1::text::jsonb))`
  for (const { name, texts: columns } of tables) {
    await look(named('id', name, '::uuid'), ids)
    for (const column of columns) await look(named(`"${column}"`, name), texts)
  }
  const kept = (names: readonly string[]) => names.filter((name) => !seen.has(name))
  return new Map([...hidden].map(([table, names]) => [table, { ids: kept(names.ids), texts: kept(names.texts) }]))
}

const namesOf = (rows: readonly { id: string; texts: readonly string[] }[]): Names => ({
  ids: rows.map(({ id }) => id).slice(0, 5),
  texts: rows.flatMap(({ texts }) => texts).slice(0, 5),
})

/** Payment requests and products have no separate link: their id is it, and cannot be guessed. */
const idIsLink: Record<string, string> = {
  get_payment_request: 'payment_requests',
  withdraw_transfer: 'payment_requests',
  get_public_product: 'manufactured_products',
  ask_for_product: 'manufactured_products',
}

/** Names for an argument: invoices for `p_invoice_id`, for `p_id` the tables that the function reads. */
export function candidates(
  { name: argument, type }: Argument,
  { name, tables }: Called,
  hidden: Hidden,
): readonly string[] {
  const of = (table: string, most: number) => {
    if (idIsLink[name] === table) return []
    const { ids, texts } = hidden.get(table) ?? { ids: [], texts: [] }
    return type === 'text' ? [...texts.slice(0, most), ...ids.slice(0, 1)] : ids.slice(0, most)
  }
  const named = argument.replace(/^p_/, '').replace(/_(ids?|number|email)$/, '')
  // `add_booking(p_type_id)` means the types of bookings.
  const kept = tables.find((table) => table.endsWith(`_${named}s`) && hidden.has(table))
  const fits =
    [`${named}s`, `${named}es`, named].find((table) => hidden.has(table)) ?? (/_id$/.test(argument) ? kept : undefined)
  if (fits) return of(fits, 2)
  // `pay_supplier_invoice(p_id)` means supplier invoices.
  const words = [...hidden.keys()].filter((table) => name.includes(table.replace(/s$/, '')))
  return [...new Set([...words, ...tables, 'users'])].flatMap((table) => of(table, 2)).slice(0, 7)
}

export const isId = (name: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(name)

/** A name of the same kind that nothing has: another id, a number with other digits, a text with other letters. */
export function nobodys(name: string): string {
  if (isId(name)) return randomUUID()
  const any = (letters: string) => letters.charAt(Math.floor(Math.random() * letters.length))
  if (/\d/.test(name)) return name.replace(/\d/g, () => any('123456789'))
  return name.replace(/[a-z]/gi, () => any('bcdfghjklmnpqrstvwxz'))
}

export const plain: Record<string, readonly [string, string]> = {
  text: [`'x'`, `'approved'`],
  'character varying': [`'x'`, `'approved'`],
  numeric: ['1', '0.5'],
  integer: ['1', '2'],
  bigint: ['1', '2'],
  smallint: ['1', '2'],
  'double precision': ['1', '2'],
  boolean: ['true', 'false'],
  date: ['current_date', '(current_date + 7)'],
  // At night, so that no appointment of a day's work is at that hour, whenever the test runs.
  'timestamp with time zone': [
    `(date_trunc('day', now()) + interval '27 hours')`,
    `(date_trunc('day', now()) - interval '21 hours')`,
  ],
  'time without time zone': [`'09:00'`, `'17:00'`],
  app_role: [`'client'`, `'sales'`],
  bytea: [`''`, `'\\x00'`],
}

export const isOfIds = ({ type }: Argument) => ['uuid', 'uuid[]', 'jsonb', 'json', 'text'].includes(type)

/** An argument that names a record: as an id, a list of one, or in every place of a JSON document that is read. */
export function naming({ type }: Argument, id: string, keys: readonly string[], way: number): string {
  if (type === 'uuid') return `'${id}'::uuid`
  if (type === 'text') return `'${id.replaceAll("'", "''")}'`
  if (type === 'uuid[]') return `array['${id}']::uuid[]`
  const value = (key: string) => (/(^|_)ids?$|user|contact|who/.test(key) ? (key.endsWith('ids') ? [id] : id) : '1')
  const one = Object.fromEntries([['id', id], ...keys.map((key) => [key, value(key)])])
  const body = way % 2 === 0 ? [one] : one
  return `'${JSON.stringify(body).replaceAll("'", "''")}'::${type}`
}

export type Answered = { answer: string; isRefused: boolean }

/** Calls with other records and other values each. */
export function callsOf(called: Called, records: Hidden): string[] {
  const ways = [0, 1, 2, 3, 4, 5].map((way) => callWith(called.name, valuesOf(called, records, way)))
  return [...new Set(ways)]
}

export const callWith = (name: string, values: readonly string[]): string =>
  `select public.${name}(${values.join(', ')}) as answer`

/** A value for each argument: the name of a record where one fits. */
export function valuesOf(called: Called, records: Hidden, way: number): string[] {
  return called.args.map((argument) => {
    const { type } = argument
    if (!isOfIds(argument))
      return type.endsWith('[]') ? `'{}'::${type}` : `${plain[type]?.[way % 2] ?? 'null'}::${type}`
    const names = candidates(argument, called, records)
    const found = names[way % Math.max(names.length, 1)]
    return found === undefined ? `null::${type}` : naming(argument, found, called.keys, way)
  })
}

/** What a call answers, with every id and moment of it, and the name that it was asked of, made the same word. It is undone. */
export async function answerOf(tx: Queryable, call: string, name: string): Promise<Answered> {
  await tx.exec('savepoint one_call')
  const said = await tx.query(call).then(
    ({ rows }) => ({ answer: JSON.stringify(rows), isRefused: false }),
    (error: unknown) => {
      const fields = ['code', 'message', 'detail', 'hint'].map((field) =>
        String(Reflect.get(Object(error), field) ?? ''),
      )
      return { answer: fields.join(' | '), isRefused: true }
    },
  )
  await tx.exec('rollback to savepoint one_call; release savepoint one_call')
  return {
    ...said,
    answer: said.answer
      .replaceAll(name === '' ? '\0' : name, 'ID')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, 'ID')
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00)?/g, 'MOMENT'),
  }
}

/** A call whose argument at a place names the record, and whose other arguments fit. */
export function callOf(called: Called, at: number, way: number, hidden: Hidden): (id: string) => string {
  const { name, args, keys } = called
  const values = args.map((other) => {
    if (isOfIds(other)) return naming(other, candidates(other, called, hidden)[way] ?? randomUUID(), keys, way)
    return other.type.endsWith('[]') ? `'{}'::${other.type}` : `${plain[other.type]?.[way] ?? 'null'}::${other.type}`
  })
  return (id) => {
    const argument = args[at]
    if (!argument) throw new Error(`${name} has no argument ${at}`)
    return `select public.${name}(${values.with(at, naming(argument, id, keys, way)).join(', ')}) as answer`
  }
}
