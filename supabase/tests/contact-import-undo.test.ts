import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `c3000000-0000-4000-a000-${String(n).padStart(12, '0')}`
const file = id(900)
const known = `insert into public.contacts (id, type, name, last_name, phone, city) values
  ('${id(1)}', 'Person', 'Ann', 'Borg', '2122 3344', null)`
const quoted = (rows: unknown) => `$rows$${JSON.stringify(rows)}$rows$::jsonb`
const importing = (rows: unknown, of = file) =>
  `select outcome from public.import_contacts(${quoted(rows)}, '${of}', 'clients.csv')`
const undoing = `select label, kept from public.undo_contact_import('${file}')`
const added = (line: number, more: object = {}) => ({
  line,
  id: id(line),
  choice: 'new',
  type: 'Person',
  name: `Number ${line}`,
  ...more,
})
const filled = (line: number, more: object) => ({
  line,
  id: id(line),
  choice: 'update',
  target: id(1),
  type: 'Person',
  name: 'Ann',
  ...more,
})

/** Runs steps by people on a database with one known contact. Returns each outcome, then the stored rows. */
const walk = (
  steps: readonly [Person | 'owner', string][],
  look = `select id from public.contacts where id::text like 'c3000000-%' order by id`,
) =>
  undone(engine, async (tx: Queryable) => {
    await tx.exec(known)
    const outcomes: unknown[] = []
    for (const [who, sql] of steps) {
      if (who === 'owner') await becomeOwner(tx)
      else await become(tx, who)
      const outcome = await attempt(tx, sql)
      outcomes.push('refused' in outcome ? outcome.because : outcome.rows)
    }
    await becomeOwner(tx)
    return { last: outcomes.at(-1), outcomes, found: (await tx.query(look)).rows }
  })

test('an import is on record: who, which file, how many were added, filled and refused', async () => {
  const rows = [added(2), added(3, { email: 'bob@' }), filled(4, { city: 'Sliema' })]
  const { found } = await walk(
    [
      ['sales', importing(rows)],
      ['sales', importing([added(5)])],
    ],
    `select file_name, created_by is not null as by_somebody, added, filled, refused from public.contact_imports where id = '${file}'`,
  )
  expect(found).toEqual([{ file_name: 'clients.csv', by_somebody: true, added: 2, filled: 1, refused: 1 }])
})

test('its undo removes what it added, with its note, and empties what it filled in', async () => {
  const rows = [
    added(2, { note: 'Met at the fair' }),
    added(3, { on_stop: true }),
    filled(4, { city: 'Sliema', on_stop: true }),
  ]
  const { last, found } = await walk(
    [
      ['sales', importing(rows)],
      ['sales', undoing],
    ],
    `select c.id, c.city, c.phone, c.on_stop, i.taken_back, i.kept, i.undone_at is not null as undone
      from public.contacts c, public.contact_imports i where c.id::text like 'c3000000-%' and i.id = '${file}'`,
  )
  expect({ last, found }).toEqual({
    last: [],
    found: [{ id: id(1), city: null, phone: '2122 3344', on_stop: false, taken_back: 3, kept: 0, undone: true }],
  })
})

test('what it filled in stays with whoever may not change it: without the right, and of a client with an account', async () => {
  const look = `select city, phone from public.contacts where id = '${id(1)}'`
  const fill = filled(4, { city: 'Sliema', postcode: 'SLM 1' })
  const mayNot = await walk(
    [
      ['sales', importing([fill])],
      ['owner', `update public.contacts set city = 'Gzira' where id = '${id(1)}'`],
      ['owner', `update public.page_permissions set can_edit = false where role = 'sales' and page_name = 'contacts'`],
      ['sales', undoing],
    ],
    look.replace('phone', 'postcode'),
  )
  expect(mayNot.last).toEqual([{ label: 'Ann Borg', kept: 'You may not change contacts' }])
  expect(mayNot.found).toEqual([{ city: 'Gzira', postcode: 'SLM 1' }])
  const account = await walk(
    [
      ['sales', importing([fill])],
      ['owner', `update public.contacts set city = 'Gzira', user_id = '${idOf('newcomer')}' where id = '${id(1)}'`],
      ['sales', undoing],
    ],
    look.replace('phone', 'postcode'),
  )
  expect(account.last).toEqual([
    { label: 'Ann Borg', kept: 'Has an account: only its owner and who manages users change it' },
  ])
  expect(account.found).toEqual([{ city: 'Gzira', postcode: 'SLM 1' }])
})

const gallery = added(2, { type: 'Business', name: null, company: 'Gallery Ltd' })
const director = added(-2, {
  id: id(12),
  choice: 'create',
  name: 'Mario',
  last_name: 'Zammit',
  company: 'Gallery Ltd',
  works_for: id(2),
})

test('a contact person works for the business of the row, and the undo takes both back', async () => {
  const linked = `select p.name, b.company, r.relation, r.is_primary from public.contact_relations r
    join public.contacts p on p.id = r.contact_id join public.contacts b on b.id = r.related_contact_id where b.id = '${id(2)}'`
  const imported = await walk([['sales', importing([gallery, director])]], linked)
  expect(imported.last).toEqual([{ outcome: 'created' }, { outcome: 'created' }])
  expect(imported.found).toEqual([{ name: 'Mario', company: 'Gallery Ltd', relation: 'works_for', is_primary: true }])
  const again = await walk([
    ['sales', importing([gallery, director])],
    ['sales', importing([gallery, director])],
    ['sales', undoing],
  ])
  expect([again.last, again.found]).toEqual([[], [{ id: id(1) }]])
})

test('a contact person whose business was not imported is refused, and so is one of a business that staff linked since', async () => {
  const alone = await walk([
    ['sales', `select outcome, because from public.import_contacts(${quoted([director])}, '${file}', 'clients.csv')`],
  ])
  expect(alone.last).toEqual([{ outcome: 'refused', because: 'The business of this person was not imported' }])
  const { last } = await walk([
    ['sales', importing([gallery, director])],
    [
      'sales',
      `insert into public.contact_relations (contact_id, related_contact_id, relation) values ('${id(1)}', '${id(2)}', 'owner')`,
    ],
    ['sales', undoing],
  ])
  expect(last).toEqual([{ label: 'Gallery Ltd', kept: 'Used in contact relations' }])
})

const people = `select p.name, r.is_primary from public.contact_relations r join public.contacts p on p.id = r.contact_id
  where r.related_contact_id = '${id(2)}' order by p.name`
const second = { ...director, line: -3, id: id(13), name: 'Anna' }

test('the first contact person of a business is its primary one, and more of them work there too', async () => {
  const { found } = await walk([['sales', importing([gallery, director, second])]], people)
  expect(found).toEqual([
    { name: 'Anna', is_primary: false },
    { name: 'Mario', is_primary: true },
  ])
})

test('a business that was there gets its contact person, nobody of one name twice, and the undo leaves the business', async () => {
  const other = '00000000-0000-4000-8000-0000000000aa'
  const undoOther = `select label, kept from public.undo_contact_import('${other}') where kept is not null`
  const later = (rows: object[]) =>
    `select outcome, because from public.import_contacts(${quoted(rows)}, '${other}', 'more.csv')`
  const fill = { ...gallery, id: id(22), choice: 'update', target: id(2), city: 'Gzira' }
  const again = { ...director, id: id(23), name: 'MARIO' }
  const { last } = await walk([
    ['sales', importing([gallery, director])],
    ['sales', later([fill, again])],
  ])
  expect(last).toEqual([
    { outcome: 'refused', because: 'Somebody of this name works there already' },
    { outcome: 'updated', because: null },
  ])
  const undone = await walk(
    [
      ['sales', importing([gallery, director])],
      ['sales', later([fill, second])],
      ['sales', later([fill, second])],
      ['sales', undoOther],
    ],
    people,
  )
  expect(undone.outcomes[2]).toEqual([
    { outcome: 'created', because: null },
    { outcome: 'updated', because: null },
  ])
  expect([undone.last, undone.found]).toEqual([[], [{ name: 'Mario', is_primary: true }]])
})

test('what was changed, noted or used since stays, and the undo says why', async () => {
  const { last, found } = await walk([
    ['sales', importing([added(2), added(3), added(4), added(5)])],
    ['sales', `update public.contacts set city = 'Mdina' where id = '${id(2)}'`],
    ['sales', `insert into public.contact_notes (contact_id, body) values ('${id(3)}', 'Called')`],
    [
      'sales',
      `insert into public.contact_relations (contact_id, related_contact_id, relation) values ('${id(4)}', '${id(1)}', 'owner')`,
    ],
    ['sales', undoing],
  ])
  expect(last).toEqual([
    { label: 'Number 2', kept: 'Was changed since the import' },
    { label: 'Number 3', kept: 'Has notes' },
    { label: 'Number 4', kept: 'Used in contact relations' },
  ])
  expect(found).toEqual([1, 2, 3, 4].map((n) => ({ id: id(n) })))
})

test('a second undo takes back what nothing holds any more', async () => {
  const { outcomes, found } = await walk([
    ['sales', importing([added(2)])],
    [
      'sales',
      `insert into public.contact_relations (contact_id, related_contact_id, relation) values ('${id(2)}', '${id(1)}', 'owner')`,
    ],
    ['sales', undoing],
    ['sales', `delete from public.contact_relations where contact_id = '${id(2)}'`],
    ['sales', undoing],
    ['sales', undoing],
  ])
  expect(outcomes.slice(-1)).toEqual([[]])
  expect(found).toEqual([{ id: id(1) }])
})

test('of a filled contact only the columns go back that nobody changed since', async () => {
  const { last, found } = await walk(
    [
      ['sales', importing([filled(2, { city: 'Sliema', country: 'Malta', phone: '9900 0000' })])],
      ['sales', importing([filled(3, { city: 'Gzira', mobile: '7900 0000' })])],
      ['sales', `update public.contacts set country = 'Italy' where id = '${id(1)}'`],
      ['sales', undoing],
    ],
    `select city, country, phone, mobile from public.contacts where id = '${id(1)}'`,
  )
  expect(last).toEqual([{ label: 'Ann Borg', kept: 'Changed since the import: country' }])
  expect(found).toEqual([{ city: null, country: 'Italy', phone: '2122 3344', mobile: null }])
})

test('a contact that was there before the import is never removed by its undo', async () => {
  const { last, found } = await walk([
    ['sales', importing([{ ...added(1), name: 'Ann' }])],
    ['sales', undoing],
  ])
  expect({ last, found }).toEqual({ last: [], found: [{ id: id(1) }] })
})

test('after the undo the same import does not go on', async () => {
  const { last, found } = await walk([
    ['sales', importing([added(2)])],
    ['sales', undoing],
    ['sales', importing([added(3)])],
  ])
  expect({ last, found }).toEqual({ last: 'This import was undone. Please begin a new one', found: [{ id: id(1) }] })
})

test.each<[Person, string]>([
  ['team_member', 'You may not import contacts'],
  ['client', 'You may not import contacts'],
  ['pending', 'You may not import contacts'],
])('%s does not undo an import', async (who, because) => {
  const { last, found } = await walk([
    ['admin', importing([added(2)])],
    [who, undoing],
  ])
  expect({ last, found }).toEqual({ last: because, found: [{ id: id(1) }, { id: id(2) }] })
})

test('an import of somebody else is undone by who may remove contacts, and gone on with by nobody', async () => {
  const others = await walk([
    ['admin', importing([added(2)])],
    ['sales', undoing],
    ['sales', importing([added(3)])],
  ])
  expect(others.outcomes.slice(1)).toEqual([
    'An import is undone by the person who made it, or by who may remove contacts',
    'This import was begun by somebody else',
  ])
  const managers = await walk([
    ['sales', importing([added(2)])],
    ['admin', undoing],
  ])
  expect(managers.found).toEqual([{ id: id(1) }])
})
