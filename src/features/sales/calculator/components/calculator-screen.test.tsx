// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '@/shared/domain/people/role'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { CalculationScreen, CalculatorScreen } from './calculator-screen'

const recipe = [
  { id: 'r1', kind: 'sheet', item_id: 'acm', parts: null, kerf_mm: '3', waste_pct: '100', may_turn: true },
  { id: 'r2', kind: 'labour', work_id: 'hem', minutes: '3', once: false, per: 'm_edge', parts: null },
]
const prices = (showsCosts: boolean) => ({
  shows_costs: showsCosts,
  sheets: {
    acm: {
      name: 'ACM 3 mm',
      price: '91.5000',
      width_mm: '1500.00',
      length_mm: '3050.00',
      ...(showsCosts ? { cost: '45.7500' } : {}),
    },
  },
  rolls: {},
  items: {},
  prints: {},
  ink: null,
  machines: {},
  speeds: {},
  people: { hem: { name: 'Hemming', price: '40.0000', min_minutes: '0', crew: '1' } },
  zones: {},
  services: {
    banner: { name: 'Banner', min_charge: null, recipe },
    foamex: { name: 'Foamex sign, 5 mm', min_charge: null, recipe: null },
  },
  breaks: [],
})
const inputs = {
  quantity: '1',
  service_id: null,
  parts: [{ id: 'p', name: '', width_mm: '900', height_mm: '700', qty: '9' }],
  steps: [{ id: 's', kind: 'sheet', item_id: 'acm', parts: null, kerf_mm: '3', may_turn: true }],
  min_charge: null,
}
const saved = {
  id: 'c1',
  name: 'Nine faces',
  contact_id: null,
  inputs,
  nested: { s: '2' },
  unit_price: '160.0000',
  has_target: false,
  updated_at: '2026-11-20T10:00:00Z',
  created_by: 'me',
  row_version: 3,
}

let calls: Call[]
function open(
  role: Role,
  row: object | null,
  answer: (call: Call) => { status?: number; body?: unknown } | null = () => null,
  search = '',
) {
  calls = serve((call) => {
    const own = answer(call)
    if (own) return own
    if (call.path.includes('calculator_prices')) return { body: prices(role === 'admin') }
    if (call.path.includes('/price_calculations')) return { body: row ? [row] : [] }
    if (call.path.includes('save_calculation')) return { body: 4 }
    return { body: [] }
  })
  const router = createMemoryRouter(
    [
      { path: '/calculator', element: <CalculatorScreen /> },
      { path: '/calculator/:id', element: <CalculationScreen id="c1" /> },
    ],
    { initialEntries: [`/calculator${row && !search.includes('of=') ? '/c1' : ''}${search}`] },
  )
  return showTo(role, <RouterProvider router={router} />)
}
const price = async () => (await screen.findByRole('status', { name: 'Price' })).textContent

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a price is worked out while it is typed, says why, and is saved with its layout', async () => {
  const user = open('admin', null)
  await user.type(await screen.findByLabelText('Name', { selector: 'input[placeholder*=Fascia]' }), 'Nine faces')
  await user.click(screen.getByRole('combobox', { name: 'Sheet' }))
  await user.click(await screen.findByRole('option', { name: 'ACM 3 mm' }))
  const part = screen.getByRole('group', { name: 'Part 1' })
  await user.type(within(part).getByLabelText('Width (mm)'), '900')
  await user.type(within(part).getByLabelText('Height (mm)'), '700')
  await user.clear(within(part).getByLabelText('How many'))
  await user.type(within(part).getByLabelText('How many'), '9')
  expect(await price()).toBe('€183.00')
  expect(screen.getByText(/2 sheets 3,050 × 1,500: 9 parts of 900 × 700, 6 fit on one · costs €91.50/)).toBeTruthy()
  expect(screen.getByRole('img', { name: /One sheet with 6 parts/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('save_calculation'))?.body).toMatchObject({
      p_version: null,
      p_values: {
        name: 'Nine faces',
        inputs: { parts: [{ width_mm: '900.00', qty: '9' }], steps: [{ kind: 'sheet', item_id: 'acm' }] },
      },
    }),
  )
})

test('parts that fit on no sheet are said in words, and nothing is priced', async () => {
  const user = open('admin', { ...saved, net: '183.00' })
  await user.clear(await screen.findByLabelText('Width (mm)'))
  await user.type(screen.getByLabelText('Width (mm)'), '4000')
  expect(await screen.findByText(/larger than the sheet of 3,050 × 1,500 mm/)).toBeTruthy()
  expect(screen.queryByRole('status', { name: 'Price' })).toBeNull()
})

test('a changed cost is said, and the new price is taken', async () => {
  const user = open('admin', { ...saved, net: '160.00' })
  expect(await screen.findByText('€160.00 then, €183.00 now.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use the new price' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('save_calculation'))?.body).toMatchObject({
      p_id: 'c1',
      p_version: 3,
    }),
  )
})

test('when somebody else saved meanwhile, what was typed stays and becomes a copy', async () => {
  const user = open('admin', { ...saved, net: '183.00' }, ({ path, body }) =>
    path.includes('save_calculation') && Reflect.get(body ?? {}, 'p_version') !== null
      ? { status: 409, body: { code: 'PT409', message: 'Somebody else saved this calculation meanwhile' } }
      : null,
  )
  const pieces = await screen.findByLabelText('Pieces')
  await user.clear(pieces)
  await user.type(pieces, '2')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await user.click(await screen.findByRole('button', { name: 'Save mine as a copy' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('save_calculation')).at(-1)?.body).toMatchObject({
      p_version: null,
      p_values: { inputs: { quantity: '2' } },
    }),
  )
})

test('a line of a quotation brings its size, and its service the recipe: the price is there at once', async () => {
  open('sales', null, () => null, '?quotation=q1&line=l1&service=banner&name=Banner&width=2,000&height=1,000&pieces=2')
  // Its name and its service.
  expect(await screen.findAllByDisplayValue('Banner')).toHaveLength(2)
  // A sheet of 91.50 for each, and 3 minutes a metre of edge, 6 m each: 36 minutes at 40.00 an hour.
  await waitFor(async () => expect(await price()).toContain('€207.00'))
  screen.getByText('3 min for each metre of edge: 6 m a piece')
})

test('a saved calculation of a line goes back into it first, and its way back is the quotation', async () => {
  const user = open('admin', saved, () => null, '?quotation=q1&line=l1')
  const back = await screen.findByRole('link', { name: 'Back to the quotation' })
  expect(back.getAttribute('href')).toBe('/quotations/q1')
  await user.click(await screen.findByRole('button', { name: 'Put into the line' }))
  expect(await screen.findByRole('dialog', { name: 'Put into a quotation' })).toBeTruthy()
})

test('a service without a recipe says so, and how it gets one', async () => {
  open('admin', null, () => null, '?service=foamex')
  expect(await screen.findByText(/^This service has no recipe yet\. Fill in the steps, then keep them/)).toBeTruthy()
  cleanup()
  open('admin', null, () => null, '?service=banner')
  await screen.findByRole('button', { name: 'Begin with the recipe' })
  expect(screen.queryByText(/no recipe yet/)).toBeNull()
})

test('work says beside its minutes for what they are: each piece, all of them, or a measure', async () => {
  const user = open('admin', null)
  await user.click(await screen.findByRole('button', { name: 'Add material or work' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Labour/ }))
  const labour = await screen.findByRole('group', { name: /^Labour/ })
  for (const [extent, label] of [
    ['Each piece', 'Time (min, for each piece)'],
    ['All pieces together', 'Time (min, for all pieces)'],
    ['Each metre of edge', 'Time (min, for each metre of edge)'],
  ] as const) {
    await user.click(within(labour).getByRole('combobox', { name: 'For' }))
    await user.click(await screen.findByRole('option', { name: extent }))
    expect(within(labour).getByRole('textbox', { name: label })).toBeTruthy()
  }
})

test('a service is chosen: its recipe takes the place of blank steps, and written steps stay', async () => {
  const user = open('admin', null)
  const service = await screen.findByRole('combobox', { name: 'Service' })
  await user.click(service)
  await user.click(await screen.findByRole('option', { name: 'Banner' }))
  await screen.findByRole('group', { name: 'Labour, step 2' })
  await user.click(screen.getByRole('button', { name: 'Remove Labour' }))
  await user.click(screen.getByRole('button', { name: 'Begin with the recipe' }))
  await screen.findByRole('group', { name: 'Labour, step 2' })
})

test('another service takes the untouched recipe of the former one away, and leaves what was changed', async () => {
  const user = open('admin', null)
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Service' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await choose('Banner')
  await screen.findByRole('group', { name: 'Labour, step 2' })
  await choose('Foamex sign, 5 mm')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Labour, step 2' })).toBeNull())
  await choose('Banner')
  await screen.findByRole('group', { name: 'Labour, step 2' })
  await user.type(screen.getByRole('textbox', { name: /^Time/ }), '5')
  await choose('Foamex sign, 5 mm')
  expect(screen.getByRole('group', { name: 'Labour, step 2' })).toBeTruthy()
})

test('who keeps prices keeps the steps as the recipe of the service', async () => {
  const user = open('admin', { ...saved, inputs: { ...inputs, service_id: 'banner' } }, (call) =>
    call.method === 'PATCH' && call.path.includes('/services') ? { body: [{ id: 'banner' }] } : null,
  )
  await screen.findByLabelText('Pieces')
  await user.click(screen.getByRole('button', { name: /More/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Keep as the recipe of the service' }))
  await waitFor(() =>
    expect(calls.find(({ method, path }) => method === 'PATCH' && path.includes('/services'))?.body).toMatchObject({
      recipe: [{ kind: 'sheet', item_id: 'acm', parts: null }],
    }),
  )
})

test('a line in another quantity and size begins with the steps of its calculation, and saves one of its own', async () => {
  const one = { ...saved, inputs: { ...inputs, quantity: '5', parts: [{ ...inputs.parts[0], qty: '1' }] } }
  const user = open('admin', one, () => null, '?quotation=q1&of=c1&line=l1&name=Face&width=1200&height=1200&pieces=1')
  expect(await screen.findByLabelText('Pieces')).toHaveProperty('value', '1')
  const part = screen.getByRole('group', { name: 'Part 1' })
  expect(within(part).getByLabelText('Width (mm)')).toHaveProperty('value', '1200')
  expect(await price()).toBe('€91.50')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('save_calculation'))?.body).toMatchObject({
      p_version: null,
      p_values: {
        name: 'Face',
        inputs: { quantity: '1', parts: [{ width_mm: '1200.00', height_mm: '1200.00' }], steps: [{ item_id: 'acm' }] },
      },
    }),
  )
  expect(calls.find(({ path }) => path.includes('save_calculation'))?.body).not.toMatchObject({ p_id: 'c1' })
})
