import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metresBetween } from '../../src/shared/domain/places/coordinates.ts'
import type { Engine } from '../local/contracts.ts'
import { type Outcome, tries } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld, row } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `d0000000-0000-4000-a000-${String(n).padStart(12, '0')}`
const sites = `
  insert into public.contacts (id, type, name, company) values ('${id(90)}', 'Business', 'Aġenzija', 'Aġenzija Ltd');
  insert into public.locations (id, label, address, city, postcode, contact_on_site, lat, lng, business_id) values
    ('${id(1)}', 'Main entrance', '18 Triq it-Torri', 'Sliema', 'SLM 1604', 'Ġużeppa', 35.9137, 14.5052, '${row.business}'),
    ('${id(2)}', 'Store', '4 Triq il-Ħaddiema', 'Marsa', null, null, 35.8792, 14.4958, '${row.business}'),
    ('${id(3)}', 'Kiosk', null, 'Valletta', null, null, null, null, '${id(90)}')`

const rows = (outcome: Outcome) => ('refused' in outcome ? outcome.because : outcome.rows)
const found = async (args: string, person: Person = 'sales') => {
  const outcome = await tries(engine, person, `select id from public.search_locations(${args})`, sites)
  return 'refused' in outcome ? outcome.refused : outcome.rows.map((each) => each['id'])
}

describe('the search over locations', () => {
  test.each([
    ['everything, by the name of the client', '', [id(3), id(1), row.location, id(2)]],
    ['a street without its accents', `'haddiema'`, [id(2)]],
    ['words of the client and of the town', `'bakery sliema'`, [id(1)]],
    ['who opens the door', `'guzeppa'`, [id(1)]],
    ['a postcode', `'slm 1604'`, [id(1)]],
    ['a per cent sign that means itself', `'%'`, []],
    ['a statement', `$$'; drop table public.locations; --$$`, []],
    ['one client', `p_business_id => '${id(90)}'`, [id(3)]],
    ['those that are on no map', `p_has_point => false`, [id(3), row.location]],
    ['those that are on the map', `p_has_point => true`, [id(1), id(2)]],
  ])('finds %s', async (_, args, expected) => {
    expect(await found(args)).toEqual(expected)
  })

  test('goes on after the last row of a page', async () => {
    const page = `with first as (select * from public.search_locations(p_limit => 2) offset 1)
      select next.id from first, lateral public.search_locations(p_after_value => first.sort_value,
        p_after_id => first.id) as next`
    expect(rows(await tries(engine, 'sales', page, sites))).toEqual([{ id: row.location }, { id: id(2) }])
  })

  test('counts what is open there, as far as the person may see it', async () => {
    const given = `${sites};
      insert into public.tasks (title, created_by, assignees, contact_id, location_id, status) values
        ('Measure', '${idOf('colleague')}', array['${idOf('admin')}']::uuid[], '${row.business}', '${id(1)}', 'pending'),
        ('Done', '${idOf('colleague')}', array['${idOf('admin')}']::uuid[], '${row.business}', '${id(1)}', 'completed'),
        ('A secret', '${idOf('colleague')}', '{}', '${row.business}', '${id(1)}', 'pending');
      insert into public.deliveries (delivery_number, contact_id, project_title, location_id) values
        ('DN-81', '${row.business}', 'Fascia', '${id(1)}')`
    const counts = `select open_tasks, open_deliveries, business_name from public.search_locations('entrance')`
    expect(rows(await tries(engine, 'sales', counts, given))).toEqual([
      { open_tasks: 1, open_deliveries: 1, business_name: 'Bakery Ltd' },
    ])
  })

  test.each(['pending', 'client'] as const)('shows %s people nothing', async (person) => {
    expect(await found('', person)).toEqual([])
    expect(rows(await tries(engine, person, `select * from public.location_pins()`, sites))).toEqual([])
    expect(rows(await tries(engine, person, `select * from public.near_locations(35.9137, 14.5052)`, sites))).toEqual(
      [],
    )
  })

  test('is closed to visitors', async () => {
    expect(await found('', 'visitor')).toBe('42501')
    expect(await tries(engine, 'visitor', `select public.location_pins()`)).toMatchObject({ refused: '42501' })
    expect(await tries(engine, 'visitor', `select public.near_locations(1, 1)`)).toMatchObject({ refused: '42501' })
  })

  test('pins only what has a point', async () => {
    expect(rows(await tries(engine, 'sales', `select id from public.location_pins()`, sites))).toEqual([
      { id: id(1) },
      { id: id(2) },
    ])
  })
})

describe('a place that is there already', () => {
  const near = async (args: string) =>
    rows(
      await tries(
        engine,
        'sales',
        `select id, round(metres) as metres, reason from public.near_locations(${args})`,
        sites,
      ),
    )

  test.each([
    ['a few metres away', '35.9138, 14.5053', [{ id: id(1), metres: 14, reason: 'near' }]],
    [
      'the same address in other letters',
      `p_address => '4 TRIQ IL-HADDIEMA', p_city => 'marsa'`,
      [{ id: id(2), metres: null, reason: 'address' }],
    ],
    ['the same address in another town', `p_address => '4 Triq il-Ħaddiema', p_city => 'Mosta'`, []],
    ['a hundred metres away', '35.9146, 14.5052', []],
    ['within what is asked', `35.9146, 14.5052, p_within => 120`, [{ id: id(1), metres: 100, reason: 'near' }]],
    ['itself', `35.9138, 14.5053, p_except => '${id(1)}'`, []],
  ])('%s', async (_, args, expected) => {
    expect(await near(args)).toEqual(expected)
  })

  test('distances are those of the browser', async () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((micro) => micro / 1e6)
    await fc.assert(
      fc.asyncProperty(degrees(90), degrees(180), degrees(90), degrees(180), async (lat, lng, otherLat, otherLng) => {
        const { rows: told } = await engine.query<{ metres: number }>(
          'select private.metres_between($1, $2, $3, $4) as metres',
          [lat, lng, otherLat, otherLng],
        )
        const here = metresBetween({ lat, lng }, { lat: otherLat, lng: otherLng })
        expect(Math.abs(Number(told[0]?.metres) - here)).toBeLessThan(0.5)
      }),
      { numRuns: 40 },
    )
  })
})

describe('removing a location', () => {
  const remove = `delete from public.locations where id = '${id(1)}' returning id`
  const link = (what: string) => `${sites}; ${what}`

  test('works while nothing hangs on it', async () => {
    expect(rows(await tries(engine, 'account_manager', remove, sites))).toEqual([{ id: id(1) }])
  })

  test('is refused in words that count what the person sees, and say that there is more (T8)', async () => {
    const given = link(`
      insert into public.tasks (title, created_by, assignees, contact_id, location_id) values
        ('A secret', '${idOf('colleague')}', '{}', '${row.business}', '${id(1)}');
      insert into public.deliveries (delivery_number, contact_id, project_title, location_id) values
        ('DN-81', '${row.business}', 'Fascia', '${id(1)}'), ('DN-82', '${row.business}', 'Fascia', '${id(1)}')`)
    expect(await tries(engine, 'account_manager', remove, given)).toEqual({
      refused: '23503',
      because:
        'This location is in use: 2 deliveries, something that others keep to themselves. Give them another location first.',
    })
  })

  test('goes with its contact, which says for itself what keeps it', async () => {
    const gone = `delete from public.contacts where id = '${id(90)}' returning id`
    expect(rows(await tries(engine, 'account_manager', gone, sites))).toEqual([{ id: id(90) }])
  })
})

test('a location stays with its client: papers would end up at another door', async () => {
  const moved = `update public.locations set business_id = '${id(90)}' where id = '${id(1)}'`
  expect(await tries(engine, 'admin', moved, sites)).toEqual({
    refused: '42501',
    because: 'locations.business_id cannot be changed',
  })
})

test('every change counts up and stands in the trail', async () => {
  const changed = `with saved as (update public.locations set access_notes = 'Ring twice' where id = '${id(1)}' returning row_version)
    select row_version from saved`
  expect(rows(await tries(engine, 'sales', changed, sites))).toEqual([{ row_version: 2 }])
  const trail = `select action, changed -> 'access_notes' as notes from public.audit_logs where record_id = '${id(1)}' order by id`
  const given = `${sites}; update public.locations set access_notes = 'Ring twice' where id = '${id(1)}'`
  expect(rows(await tries(engine, 'admin', trail, given))).toEqual([
    { action: 'INSERT', notes: null },
    { action: 'UPDATE', notes: [null, 'Ring twice'] },
  ])
})
