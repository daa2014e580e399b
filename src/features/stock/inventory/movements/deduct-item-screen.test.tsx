// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { DeductItemScreen } from './deduct-item-screen'

afterEach(() => {
  cleanup()
  setFormats(firstFormats)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const item = '57000000-0000-4000-8000-000000000001'
const level = {
  id: item,
  name: 'ACM 3 mm',
  sku: 'ACM3',
  form: 'sheet',
  bin: 'Rack 1',
  stock_unit: 'sheet',
  buy_unit: 'sheet',
  stock_per_buy: '1',
  on_hand: '10',
  reserved: '8',
  available: '2',
  on_order: '0',
  min_qty: '4',
  is_low: true,
}

function open(at: string, answers: (call: Call) => Answer | null = () => null) {
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.includes('/inventory_items') && call.path.includes('stock_unit')) return { body: level }
    if (call.path.includes('/inventory_items')) return { body: { id: item, name: level.name, sku: level.sku } }
    if (call.path.includes('/stock_offcuts'))
      return {
        body: [
          {
            id: 'o1',
            width_mm: '400',
            length_mm: '500',
            area_m2: '0.2',
            bin: 'A',
            created_at: '2026-11-01T08:00:00Z',
            source: null,
          },
          {
            id: 'o2',
            width_mm: '900',
            length_mm: '700',
            area_m2: '0.63',
            bin: 'B',
            created_at: '2026-11-01T08:00:00Z',
            source: null,
          },
        ],
      }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={[at]}>
      <DeductItemScreen />
    </MemoryRouter>,
  )
  return { user, calls }
}

test('more than is free is refused in words, and what is free is offered', async () => {
  const words = 'Only 2 sheets can be taken: the rest is reserved for other jobs'
  const { user, calls } = open(`/deduct-item?item=${item}`, ({ path }) =>
    path.includes('move_stock') ? { status: 409, body: { code: 'PT409', message: words, details: '2' } } : null,
  )
  const field = await screen.findByLabelText('How many sheets')
  await user.clear(field)
  await user.type(field, '3')
  await user.click(screen.getByRole('button', { name: 'Take 3 sheets' }))
  expect(await screen.findByText(words)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take 2 sheets instead' }))
  expect(screen.getByRole('button', { name: 'Take 2 sheets' })).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('move_stock'))?.body).toMatchObject({
    p_item_id: item,
    p_reason: 'deduct',
    p_qty: 3,
  })
})

test('a try that failed on the way and is repeated takes once: it keeps its id', async () => {
  let tries = 0
  const { user, calls } = open(`/deduct-item?item=${item}`, ({ path }) => {
    if (!path.includes('move_stock')) return null
    tries += 1
    return tries === 1
      ? { status: 503, body: { message: 'gone' } }
      : { body: { id: 'm', item_id: item, qty: '-1', unit: 'sheet', on_hand: '9', available: '1' } }
  })
  await user.click(await screen.findByRole('button', { name: 'Take 1 sheet' }))
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Take 1 sheet' }))
  expect(await screen.findByText('Taken. 9 sheets of ACM 3 mm left.')).toBeTruthy()
  const ids = calls
    .filter(({ path }) => path.includes('move_stock'))
    .map(({ body }) => Reflect.get(Object(body), 'p_id'))
  expect(ids[0]).toBe(ids[1])
})

test('a scanned number opens its item; an unknown one is told', async () => {
  const { user } = open('/deduct-item', ({ path }) =>
    path.includes('sku=ilike.NOTHING') ? { body: [] } : path.includes('sku=ilike') ? { body: [{ id: item }] } : null,
  )
  const scan = screen.getByLabelText('Scan')
  await user.type(scan, 'NOTHING{Enter}')
  expect(await screen.findByText('There is no item and no job with the number “NOTHING”.')).toBeTruthy()
  await user.clear(scan)
  await user.type(scan, 'acm3{Enter}')
  expect(await screen.findByLabelText('How many sheets')).toBeTruthy()
})

test('offcuts that are large enough are offered first, turned or not', async () => {
  const { user } = open(`/deduct-item?item=${item}`)
  expect(await screen.findAllByRole('button', { name: /^Use the offcut/ })).toHaveLength(2)
  await user.type(screen.getByLabelText('At least, mm'), '880')
  await user.type(screen.getByLabelText('by, mm'), '600')
  await waitFor(() =>
    expect(
      screen.getAllByRole('button', { name: /^Use the offcut/ }).map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Use the offcut 700 × 900 mm']),
  )
})

test('for a job those offcuts are offered that hold a piece of it', async () => {
  const job = '57000000-0000-4000-8000-0000000000aa'
  open(`/deduct-item?item=${item}&job=${job}`, ({ path }) =>
    path.includes('/rest/v1/jobs')
      ? { body: { id: job, job_number: 'JOB-1', title: 'Sign', width_mm: '600.00', height_mm: '880.00' } }
      : null,
  )
  expect(await screen.findByText('Large enough for a piece of JOB-1.')).toBeTruthy()
  expect(
    screen.getAllByRole('button', { name: /^Use the offcut/ }).map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Use the offcut 700 × 900 mm'])
})

test('a device that cannot read codes says so; one that can takes the item that its camera sees', async () => {
  open('/deduct-item')
  const off = await screen.findByRole('button', { name: /^Scan by camera/ })
  expect(off.getAttribute('aria-disabled')).toBe('true')
  cleanup()
  setFormats(firstFormats)

  const stop = vi.fn()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = () => Promise.resolve([{ rawValue: `https://signs.example/inventory/${item}` }])
    },
  )
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => Promise.resolve({ getTracks: () => [{ stop }] }) },
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue()
  const { user } = open('/deduct-item')
  await user.click(await screen.findByRole('button', { name: 'Scan by camera' }))
  expect(await screen.findByLabelText('How many sheets')).toBeTruthy()
  expect(stop).toHaveBeenCalled()
})

test.each([
  ['1.5', 'Please enter a whole number'],
  ['-2', 'Please enter an amount above zero'],
])('%s sheets are refused in words and never read as another number', async (typed, words) => {
  const { user, calls } = open(`/deduct-item?item=${item}`)
  const field = await screen.findByLabelText('How many sheets')
  await user.clear(field)
  await user.type(field, `${typed}{Enter}`)
  expect(field).toHaveProperty('value', typed)
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  expect(calls.some(({ path }) => path.includes('move_stock'))).toBe(false)
})

test('after a scan that finds nothing the former item is gone, and nothing of it can be taken', async () => {
  const { user } = open(`/deduct-item?item=${item}`, ({ path }) =>
    path.includes('/inventory_items') && path.includes('sku=') ? { body: null } : null,
  )
  expect(await screen.findByRole('button', { name: 'Take 1 sheet' })).toBeTruthy()
  await user.type(screen.getByLabelText('Scan'), 'NOTHING-1{Enter}')
  expect(await screen.findByText('There is no item and no job with the number “NOTHING-1”.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull())
})

test('the ticket of a job opens its material: one tap, and what is kept is filled in', async () => {
  const job = '57000000-0000-4000-8000-0000000000aa'
  const { user } = open('/deduct-item', ({ path }) =>
    path.includes('/job_materials')
      ? { body: [{ qty_reserved: '3.0000', item: { id: item, name: 'ACM 3 mm', stock_unit: 'sheet' } }] }
      : null,
  )
  await user.type(screen.getByLabelText('Scan'), `https://shop.example/jobs?job=${job}{Enter}`)
  await user.click(await screen.findByRole('button', { name: 'ACM 3 mm, 3 sheets kept' }))
  expect(await screen.findByRole('button', { name: 'Take 3 sheets' })).toBeTruthy()
})

test('a typed number of a job opens its material, as its ticket does', async () => {
  const job = '57000000-0000-4000-8000-0000000000aa'
  const { user } = open('/deduct-item', ({ path }) => {
    if (path.includes('sku=ilike')) return { body: [] }
    if (path.includes('job_number=ilike.')) return { body: path.includes('ilike.job-2026-0098-A') ? [{ id: job }] : [] }
    return path.includes('/job_materials') && path.includes(job)
      ? { body: [{ qty_reserved: '3.0000', item: { id: item, name: 'ACM 3 mm', stock_unit: 'sheet' } }] }
      : null
  })
  await user.type(screen.getByLabelText('Scan'), 'job-2026-0098-A{Enter}')
  expect(await screen.findByRole('button', { name: 'ACM 3 mm, 3 sheets kept' })).toBeTruthy()
})

test('in a company in inches, 24 are square feet, and other ways to write an area are understood', async () => {
  setFormats({ ...firstFormats, length_unit: 'in' })
  const roll = {
    ...level,
    form: 'roll',
    stock_unit: 'm2',
    width_mm: '1371.6',
    on_hand: '68.5624',
    available: '68.5624',
  }
  const { user, calls } = open(`/deduct-item?item=${item}`, ({ path }) =>
    path.includes('/inventory_items') && path.includes('stock_unit')
      ? { body: roll }
      : path.includes('move_stock')
        ? { body: { id: 'm', item_id: item, qty: '-2.2297', unit: 'm2', on_hand: '66.3327', available: '66.3327' } }
        : null,
  )
  const field = await screen.findByLabelText('How many sq ft')
  await user.clear(field)
  await user.type(field, `8'2"`)
  expect(screen.getByRole('button', { name: 'Take 36.75\u00a0sq\u00a0ft (3.4142\u00a0m²)' })).toBeTruthy()
  await user.clear(field)
  await user.type(field, '24')
  await user.click(screen.getByRole('button', { name: 'Take 24\u00a0sq\u00a0ft (2.2297\u00a0m²)' }))
  expect(await screen.findByText('Taken. 714 sq ft (66.3327 m²) of ACM 3 mm left.')).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('move_stock'))?.body).toMatchObject({ p_qty: 2.2297 })
})
