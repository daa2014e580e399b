// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { newLine, type QuotationItem } from '../editor/line'
import { LineSheet } from '../editor/line-sheet'
import { useLines } from '../editor/use-lines'

const film = {
  id: '7a1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b01',
  name: 'Window film',
  summary: 'Frosted, cut to size',
  category: 'Vinyl',
  sort: 20,
  unit: 'm2',
  recipe: null,
  base_price: '58.0000',
  charge_per: 'piece',
  charge_step: '0.0100',
  charge_min: '0.5000',
  charge_waste_pct: '0.00',
}
const banner = {
  ...film,
  id: '7a1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b02',
  name: 'Banner',
  summary: null,
  category: 'Print',
  sort: 10,
  recipe: [{ kind: 'material' }],
  base_price: null,
  charge_step: null,
  charge_min: null,
}
const first = newLine('5b1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11', 'a0', {})

function House({ currency = 'EUR', rate = '1' }) {
  const lines = useLines('q1')
  return (
    <LineSheet quotationId="q1" contactId="c1" currency={currency} rate={rate} of={lines} isOpen total="" showsBreaks />
  )
}

/** A quotation with these lines, and a company with these services. */
type Opened = { lines?: QuotationItem[]; services?: object[]; house?: Parameters<typeof House>[0] }
function open({ lines = [first], services = [film, banner], house = {} }: Opened = {}) {
  const stored = new Map(lines.map((line) => [line.id, { ...line }]))
  const calls = serve(({ method, path, body }: Call) => {
    if (path.includes('/services')) return { body: services }
    if (path.includes('calculated_lines_of')) return { body: [] }
    if (!path.includes('/quotation_items')) return { body: [] }
    if (method === 'PATCH') {
      const id = [...stored.keys()].find((one) => path.includes(one)) ?? ''
      Object.assign(stored.get(id) ?? {}, body)
      return { body: [{ id }] }
    }
    if (method === 'POST') for (const line of [body].flat() as QuotationItem[]) stored.set(line.id, line)
    return { body: [...stored.values()] }
  })
  return { stored, calls, user: showTo('admin', <MemoryRouter children={<House {...house} />} />) }
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a quotation in which nothing is written offers services; one press writes the first line, and the offer is gone', async () => {
  const { stored, user } = open()
  const offer = await screen.findByRole('region', { name: 'Begin with a service' })
  expect(
    within(offer)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Banner', 'Window film€58.00 / m²', 'All 2 services'])
  await user.click(within(offer).getByRole('button', { name: /Window film/ }))
  await waitFor(() => expect(stored.get(first.id)?.description).toBe('Window film'))
  expect(stored.get(first.id)).toMatchObject({
    unit: 'm2',
    unit_price: '58.0000',
    service_id: film.id,
    charge_rule: 'm2 piece 0.01 0.5 0',
  })
  expect(stored.size).toBe(1)
  expect(screen.queryByRole('region', { name: 'Begin with a service' })).toBeNull()
})

test('from a written quotation the catalogue is searched by keyboard, and Enter writes a line below the marked one', async () => {
  const { stored, user } = open({ lines: [{ ...first, description: 'Fitting', unit_price: '45' }] })
  await user.click(await screen.findByRole('button', { name: 'Catalogue' }))
  const search = await screen.findByRole('textbox', { name: 'Search the catalogue' })
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Window filmFrosted, cut to size€58.00 / m²',
    'BannerNo priceRecipe',
  ])
  await user.type(search, 'cut FÎLM')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(stored.size).toBe(2))
  expect([...stored.values()].map(({ description, service_id }) => [description, service_id])).toEqual([
    ['Fitting', null],
    ['Window film', film.id],
  ])
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('grid'))
  expect(screen.queryByRole('option')).toBeNull()
})

test('a line of a service with a recipe leads to the calculator with its size, also while it has no price', async () => {
  const sized = { ...first, description: 'Banner', service_id: banner.id, width_mm: '3000.00', height_mm: '1000.00' }
  const { user } = open({
    lines: [
      { ...sized, unit_price: '24' },
      { ...sized, id: film.id, position: 'a1' },
    ],
  })
  const [, priced] = await screen.findAllByRole('row')
  await user.click(within(priced!).getAllByRole('gridcell')[1]!)
  const note = await screen.findByText('Banner has a recipe: the calculator works out the price of your size.')
  const link = screen.getByRole('link', { name: 'Calculate the price' })
  expect(note.parentElement?.contains(link)).toBe(true)
  const asked = new URL(link.getAttribute('href') ?? '', 'https://house.test').searchParams
  expect(Object.fromEntries(asked)).toMatchObject({ line: first.id, service: banner.id, width: '3,000', pieces: '1' })
  await user.click(within(screen.getAllByRole('row')[2]!).getAllByRole('gridcell')[1]!)
  expect(await screen.findByText('This line has no price: it is offered for nothing.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Calculate the price' }).getAttribute('href')).toContain(`line=${film.id}`)
})

test('a company without a catalogue is offered nothing of it', async () => {
  open({ lines: [], services: [] })
  expect(await screen.findByText('No lines yet. Add one, or paste rows from a spreadsheet.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Begin with a service' })).toBeNull()
})

test('a quotation in another currency offers and takes the prices at its rate, names the costs, and asks the least charge in it', async () => {
  const { stored, user } = open({
    services: [{ ...film, min_charge: '100.0000' }],
    house: { currency: 'USD', rate: '0.92000000' },
  })
  const offer = await screen.findByRole('region', { name: 'Begin with a service' })
  await user.click(within(offer).getByRole('button', { name: /Window film.*\$63\.04/ }))
  await waitFor(() => expect(stored.get(first.id)?.unit_price).toBe('63.04'))
  expect(screen.getByRole('columnheader', { name: 'Cost, EUR' })).toBeTruthy()
  expect(
    await screen.findByText(/Window film is charged at \$108\.70 at least, and this line is \$63\.04/),
  ).toBeTruthy()
})
