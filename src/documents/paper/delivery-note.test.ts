import { expect, test } from 'vitest'
import { noteAsPaper } from './delivery-note'
import { delivery } from './testing'

const exampleLine = {
  ...{ id: 'l1', description: 'Panel', details: null, unit: 'piece', width_mm: null, height_mm: null },
  ...{ unit_price: null, discount_pct: null },
}
const image = 'data:image/png;base64,AAAA'
const drop = { status: 'delivered', signature: null, typed_signature: null, lines: [] }
const note: Parameters<typeof noteAsPaper>[0] = {
  ...delivery,
  number: 'DN-1',
  scheduled_at: null,
  planned_on: null,
  site: null,
  lines: [],
  received_by: 'Maria',
  delivered_at: '2026-11-21T10:00:00Z',
  drops: [
    {
      ...drop,
      id: 'd1',
      number: 'DN-1/1',
      delivered_at: '2026-11-20T10:00:00Z',
      received_by: 'Karl Z',
      typed_signature: 'Karl Z',
    },
    {
      ...drop,
      id: 'd2',
      number: 'DN-1/2',
      delivered_at: '2026-11-21T10:00:00Z',
      received_by: 'Maria',
      signature: image,
    },
  ],
}

test('a note has the signature of its own drop, and the whole note that of its last, whose name it has', () => {
  expect(noteAsPaper({ ...note, drop: 'd1' }).signed).toMatchObject({ image: null, typed: 'Karl Z' })
  expect(noteAsPaper({ ...note, drop: 'd2' }).signed).toMatchObject({ image, typed: null })
  expect(noteAsPaper(note).signed).toMatchObject({ image, typed: null })
})

test('a plan says what it is to bring, and nothing of it is delivered now', () => {
  const line = { ...exampleLine, ordered: '6.0000', qty: '2.0000', qty_delivered: '0.0000', elsewhere: '1.0000' }
  const plan = { ...note, drops: [], received_by: null, delivered_at: null, status: 'planned', lines: [line] }
  const shown = (of: Omit<typeof plan, 'drops'> & { drops: (typeof note)['drops'] }) => {
    const { columns, rows } = noteAsPaper(of).table
    return [columns.map(({ label }) => label).slice(1), rows[0]?.kind === 'line' ? rows[0].cells.slice(1) : null]
  }
  expect(shown(plan)).toEqual([
    ['Ordered', 'Before', 'Planned', 'Still to come'],
    ['6', '1', '2', '3'],
  ])
  const parts = note.drops.map((one) => ({ ...one, status: 'planned', delivered_at: null, signature: null }))
  expect(shown({ ...plan, drops: parts })).toEqual(shown(plan))
  expect(shown({ ...plan, status: 'failed' })).toEqual([
    ['Ordered', 'Before', 'Now', 'Still to come'],
    ['6', '1', '0', '5'],
  ])
})

test('the note of a part has the lines that it brings, the whole note all', () => {
  const line = { ...exampleLine, ordered: '2.0000', qty: '2.0000', qty_delivered: '2.0000', elsewhere: '0.0000' }
  const strip = { ...line, id: 'l2', description: 'LED strip', unit: 'm', width_mm: '1730.00' }
  const [first = expect.fail(), second = expect.fail()] = note.drops
  const brought = (id: string) => [{ id, qty: '2.0000' }]
  const parts = [
    { ...first, lines: brought('l2') },
    { ...second, lines: brought('l1') },
  ]
  const shown = (id?: string) =>
    noteAsPaper({ ...note, lines: [line, strip], drops: parts, ...(id ? { drop: id } : {}) }).table.rows.map((row) =>
      row.kind === 'line' ? row.cells[0] : null,
    )
  expect([shown('d1'), shown('d2'), shown()]).toEqual([['LED strip'], ['Panel'], ['Panel', 'LED strip']])
})

test('the note of a delivery that was handed over at once has its typed name', () => {
  const whole = { ...note, drops: [], received_by: 'Karl Z', typed_signature: 'Karl Z' }
  expect(noteAsPaper(whole).signed).toMatchObject({ image: null, typed: 'Karl Z' })
  expect(noteAsPaper({ ...whole, typed_signature: null }).signed).toMatchObject({ image: null, typed: null })
})
