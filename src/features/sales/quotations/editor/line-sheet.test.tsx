// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryRouter } from 'react-router-dom'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { LineSheet } from './line-sheet'
import { useLines } from './use-lines'

const id = '5b1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11'
const stored = {
  id,
  position: 'a0',
  kind: 'item',
  description: 'Banner',
  details: null,
  qty: '2.0000',
  unit: 'piece',
  width_mm: null,
  height_mm: null,
  unit_price: '45.0000',
  discount_pct: '0.00',
  vat_rate: '18.00',
  vat_treatment: 'standard',
  is_optional: false,
  option_group: null,
  is_selected: false,
  service_id: null,
  inventory_item_id: null,
  changed_by: null,
  charge_rule: null,
  own_charged_qty: null,
  priced_size: null as string | null,
  priced_qty: null as string | null,
  price_breaks: null,
  picture_path: null,
}

const luke = '5b1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b22'

function House() {
  const lines = useLines('q1')
  return (
    <>
      <button type="button" onClick={() => void lines.readAlone([id])}>
        Hear
      </button>
      <LineSheet quotationId="q1" contactId="c1" currency="EUR" of={lines} isOpen total="" showsBreaks />
    </>
  )
}

/** A quotation with one line. `patch` answers its changes. */
function open(patch: (call: Call) => Answer, isCalculated = true) {
  const house = { line: { ...stored }, above: [] as (typeof stored)[] }
  const calls = serve((call) => {
    if (call.method === 'PATCH') return patch(call)
    // A new line stays on its way.
    if (call.method === 'POST' && call.path.includes('/quotation_items')) return { until: new Promise(() => undefined) }
    if (call.path.includes('vat_rates')) return { body: [] }
    if (call.path.includes('calculated_lines_of'))
      return { body: isCalculated ? [{ item_id: id, calculation_id: 'calculated' }] : [] }
    if (call.path.includes('job_lines_of')) return { body: isCalculated ? [id] : [] }
    if (call.path.includes('quotation_item_costs')) return { body: [] }
    if (call.path.includes('/contacts'))
      return { body: [{ user_id: luke, name: 'Luke', last_name: 'Borg', logo_url: null, roles: ['sales'] }] }
    if (call.path.includes(`&id=eq.${id}`)) return { body: house.line }
    return { body: [...house.above, house.line] }
  })
  /** The nudge after another person's change. */
  const hear = async () => {
    const asked = calls.length
    fireEvent.click(screen.getByText('Hear'))
    await waitFor(() => expect(calls.length).toBeGreaterThan(asked))
  }
  return { house, calls, user: showTo('admin', <MemoryRouter children={<House />} />), hear }
}
const price = (keys: string) => `{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}${keys}{Enter}`
const patches = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'PATCH')

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a line without a price says so, until it has one', async () => {
  const { house, user } = open(({ body }) => {
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  const words = 'This line has no price: it is offered for nothing.'
  await user.click(await screen.findByText('Banner'))
  expect(screen.queryByText(words)).toBeNull()
  await user.keyboard(price('0'))
  await user.click(await screen.findByText('Banner'))
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a price that was calculated for another quantity says so, and leads to the calculator with the new one', async () => {
  const { house, user, calls } = open(({ body }) => {
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  Object.assign(house.line, { priced_qty: '5.0000', qty: '1.0000', unit_price: '114.8150' })
  // The row says it before anybody marks the line, and after the cursor has left it.
  const mark = 'The price is for 5 pieces: calculate it anew, or keep it'
  expect((await screen.findByText(mark)).closest('[role=gridcell]')?.textContent).toContain('Banner')
  await user.click(await screen.findByText('Banner'))
  expect(await screen.findByText('The price €114.815 was calculated for 5 pieces.')).toBeTruthy()
  const tool = screen.getByRole('link', { name: 'Calculate the price of the line' })
  expect(tool.getAttribute('href')).toContain('of=calculated&line=')
  expect(tool.getAttribute('href')).toContain('pieces=1')
  const link = await screen.findByRole('link', { name: 'Calculate for 1 piece' })
  expect(link.getAttribute('href')).toContain('of=calculated&line=')
  expect(link.getAttribute('href')).toContain('pieces=1')
  await user.click(screen.getByRole('button', { name: 'Keep the price' }))
  await waitFor(() => expect(patches(calls).at(-1)?.body).toMatchObject({ priced_qty: null }))
  expect(screen.queryByText(/was calculated for/)).toBeNull()
  expect(screen.queryByText(mark)).toBeNull()
})

test('a calculated price is not offered by the area for another size, one that nobody calculated is', async () => {
  for (const isCalculated of [true, false]) {
    const { house, user } = open(() => ({ body: [{ id }] }), isCalculated)
    Object.assign(house.line, { width_mm: '2000.00', height_mm: '800.00', priced_size: '1000x800' })
    await user.click(await screen.findByText('Banner'))
    expect(await screen.findByText('The price €45.00 was for 1,000 × 800 mm.')).toBeTruthy()
    if (isCalculated) expect(await screen.findByRole('link', { name: 'Calculate for 2,000 × 800 mm' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Take €90.00, by the area' }) === null).toBe(isCalculated)
    cleanup()
    localStorage.clear()
  }
})

test('a line that becomes a job is marked, as the database says; one that says otherwise itself is not', async () => {
  open(() => ({ body: [] }))
  expect((await screen.findByRole('img', { name: 'Becomes a job' })).closest('[role=row]')?.textContent).toContain(
    'Banner',
  )
  cleanup()
  const { house } = open(() => ({ body: [] }))
  Object.assign(house.line, { makes_job: false })
  await screen.findByText('Banner')
  expect(screen.queryByRole('img', { name: 'Becomes a job' })).toBeNull()
  cleanup()
  open(() => ({ body: [] }), false)
  await screen.findByText('Banner')
  expect(screen.queryByRole('img', { name: 'Becomes a job' })).toBeNull()
})

test('prices by quantity are shown and hidden by one button; a line that has them leads back to one price', async () => {
  const { house, user } = open(({ body }) => {
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  const column = () => screen.queryByRole('columnheader', { name: 'By quantity' })
  const button = await screen.findByRole('button', { name: 'Prices by quantity' })
  await user.click(button)
  expect(column()).toBeTruthy()
  expect(screen.getByText(/The client sees them and may choose another quantity/)).toBeTruthy()
  await user.click(button)
  expect(column()).toBeNull()

  cleanup()
  house.line.price_breaks = '1:45 10:40' as unknown as null
  const again = showTo('admin', <MemoryRouter children={<House />} />)
  await again.click(await screen.findByText('Banner'))
  expect(column()).toBeTruthy()
  await again.click(await screen.findByRole('button', { name: 'One price for every quantity' }))
  await waitFor(() => expect(house.line.price_breaks).toBeNull())
  await waitFor(() => expect(column()).toBeNull())
})

test('a cell is stored over what the person saw there, and nothing else of the line', async () => {
  const { house, calls, user } = open(({ body }) => {
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  await user.click(await screen.findByText('Banner'))
  await user.keyboard(price('48'))
  await waitFor(() => expect(screen.getByText('All saved')).toBeTruthy())
  const [sent] = patches(calls)
  expect(sent?.body).toEqual({ unit_price: '48.0000' })
  expect(sent?.path).toContain('unit_price=eq.45.0000')
  expect(screen.getByText('€96.00')).toBeTruthy()
})

test('a price that a colleague changed meanwhile is shown, and nobody’s is lost', async () => {
  const { house, calls, user } = open(({ path }) => {
    if (path.includes('unit_price=eq.45.0000')) {
      Object.assign(house.line, { unit_price: '50.0000', changed_by: luke })
      return { body: [] }
    }
    return { body: [{ id }] }
  })
  await user.click(await screen.findByText('Banner'))
  await user.keyboard(price('48'))
  expect(await screen.findByText('Luke Borg changed the price of “Banner” meanwhile')).toBeTruthy()
  expect(screen.getByText('It is “50.00” now. You wrote “48.00”.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(patches(calls)).toHaveLength(2))
  expect(patches(calls)[1]?.path).toContain('unit_price=eq.50.0000')
})

test('what cannot be sent is kept, said, and sent by itself when the line is back', async () => {
  let isDown = true
  const { house, user } = open(({ body }) => {
    if (isDown)
      return {
        status: 503,
        body: { message: 'The server cannot be reached just now. Please try again in a moment.', code: '' },
      }
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  await user.click(await screen.findByText('Banner'))
  await user.keyboard(price('48'))
  expect(await screen.findByText('1 change not saved yet, sent when the line is back')).toBeTruthy()
  expect(JSON.stringify({ ...localStorage })).toContain('48.0000')
  isDown = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.getByText('All saved')).toBeTruthy())
  expect(house.line.unit_price).toBe('48.0000')
  expect(JSON.stringify({ ...localStorage })).not.toContain('48.0000')
})

test('what the database refuses is said with its reason and kept, and what comes after it is stored', async () => {
  let isClosed = true
  const { house, user } = open(({ body }) => {
    if (isClosed && typeof body === 'object' && body !== null && 'unit_price' in body)
      return { status: 400, body: { message: 'This quotation was sent.', code: 'PT409' } }
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  await user.click(await screen.findByText('Banner'))
  await user.keyboard(price('48'))
  expect(await screen.findByText(/This quotation was sent\. Not saved: 1\./)).toBeTruthy()
  await user.click(screen.getByText('Banner'))
  await user.keyboard('Flag{Enter}')
  await waitFor(() => expect(house.line.description).toBe('Flag'))
  isClosed = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(house.line.unit_price).toBe('48.0000'))
})

test('a value that a colleague wrote while one was typing is not written over silently', async () => {
  const { house, calls, user, hear } = open(({ path }) => {
    if (path.includes('unit_price=eq.45.0000')) return { body: [] }
    return { body: [{ id }] }
  })
  await user.click(await screen.findByText('Banner'))
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}4')
  Object.assign(house.line, { unit_price: '50.0000', changed_by: luke })
  await hear()
  await user.keyboard('8{Enter}')
  expect(await screen.findByText('It is “50.00” now. You wrote “48.00”.')).toBeTruthy()
  expect(patches(calls)).toHaveLength(1)
})

test('who was first is told when a colleague writes over it, with name, column and both values', async () => {
  const { house, user, hear } = open(({ body }) => {
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  await user.click(await screen.findByText('Banner'))
  await user.keyboard(price('48'))
  await waitFor(() => expect(screen.getByText('All saved')).toBeTruthy())
  Object.assign(house.line, { unit_price: '50.0000', changed_by: luke })
  await hear()
  expect(
    await screen.findByText('Luke Borg changed the price of “Banner”: you wrote “48.00”, it is “50.00” now.'),
  ).toBeTruthy()
})

test('a half-typed cell is there again when the sheet is, over a sign-out in another tab', async () => {
  const { calls, user } = open(() => ({ body: [{ id }] }))
  await user.click(await screen.findByText('Banner'))
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}4')
  cleanup()
  const again = open(() => ({ body: [{ id }] }))
  const editor = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price' })
  expect(editor.value).toBe('4')
  await again.user.type(editor, '8{Enter}')
  await waitFor(() => expect(patches(again.calls)[0]?.body).toEqual({ unit_price: '48.0000' }))
  expect(patches(calls)).toEqual([])
  expect(JSON.stringify({ ...localStorage })).not.toContain('quotation-cell')
})

test('a line that was added just now is written at once, and the first one stays as it is', async () => {
  const { user } = open(() => ({ body: [{ id }] }))
  await screen.findByText('Banner')
  await user.click(screen.getByRole('button', { name: 'Add line' }))
  await user.keyboard('Frame{Tab}')
  const descriptions = [...document.querySelectorAll('[role=gridcell][data-column=description]')]
  expect(descriptions.map(({ textContent }) => textContent)).toEqual(['Banner', 'Frame'])
})

test('a step back stores what stood there before', async () => {
  const { house, user } = open(({ body }) => {
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  await user.click(await screen.findByText('Banner'))
  await user.keyboard(price('48'))
  await waitFor(() => expect(house.line.unit_price).toBe('48.0000'))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(house.line.unit_price).toBe('45.0000'))
})

test('a finger alone removes a line and takes that back; a single line has no place to move to', async () => {
  const { calls, user } = open(() => ({ body: [{ id }] }))
  await user.click(await screen.findByText('Banner'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move line up' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Remove line' }))
  await waitFor(() => expect(calls.find(({ method }) => method === 'DELETE')?.path).toContain(id))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
})

test('what is no number is not taken, and said with what was typed', async () => {
  const { calls, user } = open(() => ({ body: [{ id }] }))
  await user.click(await screen.findByText('Banner'))
  await user.keyboard(price('about fifty'))
  expect((await screen.findByRole('alert')).textContent).toContain('“about fifty” was not taken')
  expect(patches(calls)).toEqual([])
})

test('a second refused text does not hide the first: both cells stay marked until they take another text', async () => {
  const { calls, user } = open(() => ({ body: [{ id }] }))
  const marked = () => document.querySelectorAll('[data-problem]').length
  await user.click(await screen.findByText('Banner'))
  await user.keyboard(price('about fifty'))
  await user.click(await screen.findByText('Banner'))
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}x many{Tab}')
  await waitFor(() => expect(marked()).toBe(2))
  const said = screen.getByRole('alert').textContent
  expect(said).toContain('“x many” was not taken')
  expect(said).toContain('“about fifty” was not taken')
  expect(patches(calls)).toEqual([])
  await user.click(screen.getByText('Banner'))
  await user.keyboard(price('50'))
  await waitFor(() => expect(marked()).toBe(1))
  expect(screen.getByRole('alert').textContent).not.toContain('about fifty')
})

test('a key that no unit begins with is not taken, and said; nothing is undone before a change', async () => {
  const { calls, user } = open(() => ({ body: [{ id }] }))
  await user.click(await screen.findByText('Banner'))
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}r{Tab}')
  expect((await screen.findByRole('alert')).textContent).toContain('“r” was not taken')
  expect(patches(calls)).toEqual([])
  const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled')
  expect([isOff('Undo'), isOff('Redo')]).toEqual(['true', 'true'])
  await user.keyboard('{ArrowLeft}h{Tab}')
  await waitFor(() => expect(patches(calls)).toHaveLength(1))
  expect([isOff('Undo'), isOff('Redo')]).toEqual([null, 'true'])
})

test('a file that is no picture is refused in words, pasted or dropped on a line, and nothing is stored', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
  const { calls, user } = open(() => ({ body: [{ id }] }))
  const cell = await screen.findByText('Banner')
  await user.click(cell)
  fireEvent.paste(cell, { clipboardData: { files: [new File(['x'], 'notes.txt', { type: 'text/plain' })] } })
  expect((await screen.findByRole('alert')).textContent).toContain('That was not a picture.')
  const files = [new File(['x'], 'broken.jpg', { type: 'image/jpeg' })]
  fireEvent.drop(cell, { dataTransfer: { types: ['Files'], files } })
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('not a picture that the browser can read'),
  )
  expect(patches(calls)).toEqual([])
})

test('a discount line has no discount of its own: the cell is closed, and one from before can be emptied', async () => {
  const { house, calls, user } = open(({ body }) => {
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  Object.assign(house.line, { kind: 'discount', qty: '-1.0000', unit_price: '0.0000' })
  const to = `${'{ArrowRight}'.repeat(6)}`
  await user.click(await screen.findByText('Banner'))
  await user.keyboard(`${to}5{Enter}`)
  expect(patches(calls)).toEqual([])
  cleanup()
  const before = open(({ body }) => {
    Object.assign(before.house.line, body)
    return { body: [{ id }] }
  })
  Object.assign(before.house.line, { kind: 'discount', qty: '-1.0000', unit_price: '20.0000', discount_pct: '5.00' })
  await before.user.click(await screen.findByText('Banner'))
  await before.user.keyboard(`${to}7{Enter}`)
  expect(await screen.findByText(/^A discount line has no discount of its own/)).toBeTruthy()
  expect(patches(before.calls)).toEqual([])
  await before.user.keyboard('{Control>}a{/Control}0{Enter}')
  await waitFor(() => expect(patches(before.calls).map(({ body }) => body)).toEqual([{ discount_pct: '0.00' }]))
})

test('a percentage in the price of a discount adds a line for the other rate, and one press takes all of it back', async () => {
  const { house, calls, user } = open(({ body }) => {
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  house.above.push(
    { ...stored, id: luke, position: 'Zx', description: 'Panel', unit_price: '100.0000' },
    { ...stored, id: 'books', position: 'Zy', description: 'Books', unit_price: '12.3500', vat_rate: '5.00' },
  )
  Object.assign(house.line, { kind: 'discount', qty: '-1.0000', unit_price: '0.0000', description: 'Off' })
  await user.click(await screen.findByText('Off'))
  expect(await screen.findByText(/or a percentage of all lines above, as in 7.5%/)).toBeTruthy()
  await user.keyboard(price('10%'))
  await waitFor(() =>
    expect(patches(calls).map(({ body }) => body)).toEqual([
      { unit_price: '20.00', details: '10 % × €200.00 = €20.00' },
    ]),
  )
  const added = () => calls.filter(({ method, path }) => method === 'POST' && path.includes('/quotation_items'))
  await waitFor(() =>
    expect(added().map(({ body }) => body)).toMatchObject([
      [
        {
          kind: 'discount',
          description: 'Off',
          vat_rate: '5.00',
          unit_price: '2.47',
          details: '10 % × €24.70 = €2.47',
        },
      ],
    ]),
  )
  expect(screen.getAllByText('Off')).toHaveLength(2)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(screen.getAllByText('Off')).toHaveLength(1))
})

test('3.5 before its unit waits for it: hours take both in one change', async () => {
  const { house, calls, user } = open(({ body }) => {
    Object.assign(house.line, body)
    return { body: [{ id }] }
  })
  await user.click(await screen.findByText('Banner'))
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}3.5{Tab}')
  expect((await screen.findByRole('alert')).textContent).toContain('“3.5” was not taken')
  expect(patches(calls)).toEqual([])
  await user.keyboard('h{Tab}')
  await waitFor(() => expect(patches(calls).map(({ body }) => body)).toEqual([{ qty: '3.5000', unit: 'hour' }]))
  expect(screen.queryByRole('alert')).toBeNull()
})
