// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { slugOf } from '@/shared/domain/text/slug'
import { rowChoice } from '../fields/row-choice'
import { choice, severalOf } from '../fields/choice-fields'
import { colour } from '../fields/colour-field'
import { length } from '../fields/number-fields'
import { text } from '../fields/text-fields'
import { defineFields } from '../fields/field'
import { defineSmallTable } from './inline-definition'
import { SmallTable } from './inline-table'

const isAdmin = ({ role }: { role: string | null }) => role === 'admin'
const brands = defineSmallTable({
  table: 'brands',
  one: 'brand',
  many: 'brands',
  fields: defineFields({
    name: text('Name', { required: true, duplicate: 'There is a brand with this name already.' }),
    colour: colour('Colour'),
  }),
  key: ['brands'],
  live: [],
  usedBy: 'materials',
  rights: { add: isAdmin, change: isAdmin, remove: isAdmin },
})
// A relation that the API takes for one to one comes without its list.
const avery = { id: 'b1', name: 'Avery', colour: '#ff0000', row_version: 3, used: { count: 2 } }
const oracal = { id: 'b2', name: 'Oracal', colour: null, row_version: 1, used: [{ count: 0 }] }

let calls: Call[]
const open = (role: 'admin' | 'sales', written = [{ id: 'b1' }]) => {
  calls = serve(({ method, path }): Answer => {
    if (method === 'POST') return { status: 201, body: written[0] }
    if (method !== 'GET') return { body: written }
    return { body: path.includes('id=eq.') ? { id: 'b2' } : [avery, oracal] }
  })
  return showTo(role, <SmallTable of={brands} />)
}
const sent = (method: string) => calls.filter((call) => call.method === method)

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  setFormats(firstFormats)
  vi.unstubAllGlobals()
})

test('whoever may not change them reads the list without buttons', async () => {
  open('sales')
  const table = await screen.findByRole('table', { name: 'Brands' })
  expect(within(table).getByText('Avery')).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a record is added above the list, and changed in its row over the version that was seen', async () => {
  const user = open('admin')
  await user.click(await screen.findByRole('button', { name: 'Add brand' }))
  await user.type(screen.getByLabelText(/^Name/), 'Hexis{Enter}')
  await waitFor(() => expect(sent('POST')).toMatchObject([{ body: { name: 'Hexis', colour: null } }]))
  await user.click(await screen.findByRole('button', { name: 'Change Avery' }))
  await user.type(screen.getByLabelText(/^Name/), ' Dennison{Enter}')
  await waitFor(() => expect(sent('PATCH')).toMatchObject([{ body: { name: 'Avery Dennison' } }]))
  expect(sent('PATCH')[0]?.path).toContain('row_version=eq.3')
})

test('what was typed in a row, or for a new record in feet, is open again after leaving the page', async () => {
  const user = open('admin')
  await user.click(await screen.findByRole('button', { name: 'Change Avery' }))
  await user.type(screen.getByLabelText(/^Name/), ' Dennison')
  cleanup()
  open('admin')
  expect(await screen.findByDisplayValue('Avery Dennison')).toBeTruthy()
  cleanup()
  localStorage.clear()
  const boards = defineSmallTable({
    ...brands,
    fields: defineFields({ name: text('Name', { required: true }), width_mm: length('Width') }),
  })
  setFormats({ ...firstFormats, length_unit: 'in' })
  const show = () => showTo('admin', <SmallTable of={boards} />)
  await show().click(await screen.findByRole('button', { name: 'Add brand' }))
  await user.type(screen.getByLabelText(/^Name/), 'Dibond')
  cleanup()
  show()
  expect(await screen.findByDisplayValue('Dibond')).toBeTruthy()
})

test('a row whose first field names another row is called by that name', async () => {
  const rates = defineSmallTable({
    ...brands,
    table: 'rates',
    fields: defineFields({
      person: rowChoice('Person', { table: 'people', key: ['people'] }, { required: true }),
      note: text('Note'),
    }),
  })
  serve(({ path }): Answer => ({
    body: path.includes('people')
      ? [{ id: 'p1', label: 'Anna Vella' }]
      : [{ id: 'r1', person: 'p1', note: null, used: [] }],
  }))
  const user = showTo('admin', <SmallTable of={rates} />)
  await user.click(await screen.findByRole('button', { name: 'Remove Anna Vella' }))
  expect(await screen.findByText('“Anna Vella” disappears for everybody.')).toBeTruthy()
})

test('one form adds the rows of several days at once, or none of them', async () => {
  const days = [
    { value: '1', label: 'Monday' },
    { value: '2', label: 'Tuesday' },
    { value: '5', label: 'Friday' },
  ]
  const hours = defineSmallTable({
    ...brands,
    table: 'hours',
    one: 'opening',
    fields: defineFields({ day: choice('Day', days, { required: true }), until: text('Until') }),
    several: {
      fields: defineFields({ days: severalOf('Days', days, { required: true }), until: text('Until') }),
      rows: ({ days: chosen, ...rest }) => [chosen].flat().map((day) => ({ day, ...rest })),
    },
  })
  calls = serve(({ method }): Answer =>
    method === 'POST' ? { status: 201, body: [{ id: '1' }, { id: '2' }] } : { body: [] },
  )
  const user = showTo('admin', <SmallTable of={hours} />)
  await user.click(await screen.findByRole('button', { name: 'Add opening' }))
  await user.click(screen.getByRole('button', { name: 'Add opening' }))
  expect(screen.getByText('Please choose at least one')).toBeTruthy()
  await user.click(screen.getByLabelText('Friday'))
  await user.click(screen.getByLabelText('Monday'))
  await user.type(screen.getByLabelText(/^Until/), '17:00{Enter}')
  await waitFor(() =>
    expect(sent('POST')).toMatchObject([
      {
        body: [
          { day: '1', until: '17:00' },
          { day: '5', until: '17:00' },
        ],
      },
    ]),
  )
})

test('a record in use is not removed, another one is after a question', async () => {
  const user = open('admin')
  await user.click(await screen.findByRole('button', { name: 'Avery is in use and cannot be removed' }))
  await user.click(screen.getByRole('button', { name: 'Remove Oracal' }))
  expect(sent('DELETE')).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Remove brand' }))
  await waitFor(() => expect(sent('DELETE').map(({ path }) => path)).toEqual([expect.stringContaining('id=eq.b2')]))
})

test('a removal that changed no row is told, and is no success', async () => {
  const user = open('admin', [])
  await user.click(await screen.findByRole('button', { name: 'Remove Oracal' }))
  await user.click(await screen.findByRole('button', { name: 'Remove brand' }))
  expect(await screen.findByText('You may not remove this brand.')).toBeTruthy()
})

test('an address is proposed from the name until somebody types one, and never in a record that exists', async () => {
  const kinds = defineSmallTable({
    ...brands,
    fields: defineFields({
      name: text('Name', { required: true }),
      slug: text('Address', { required: true, proposed: ({ name }) => slugOf(name ?? '') }),
    }),
  })
  calls = serve(({ method }): Answer => (method === 'POST' ? { status: 201, body: { id: 'k1' } } : { body: [] }))
  const user = showTo('admin', <SmallTable of={kinds} />)
  await user.click(await screen.findByRole('button', { name: 'Add brand' }))
  const address = screen.getByLabelText<HTMLInputElement>(/^Address/)
  await user.type(screen.getByLabelText(/^Name/), 'Site visit')
  expect(address.value).toBe('site-visit')
  await user.clear(address)
  expect(address.value).toBe('')
  await user.type(address, 'visit')
  await user.type(screen.getByLabelText(/^Name/), 's{Enter}')
  await waitFor(() => expect(sent('POST')).toMatchObject([{ body: { name: 'Site visits', slug: 'visit' } }]))
})
