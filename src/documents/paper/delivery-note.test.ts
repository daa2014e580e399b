import { expect, test } from 'vitest'
import { noteAsPaper } from './delivery-note'
import { delivery } from './testing'

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

test('the note of a delivery that was handed over at once has its typed name', () => {
  const whole = { ...note, drops: [], received_by: 'Karl Z', typed_signature: 'Karl Z' }
  expect(noteAsPaper(whole).signed).toMatchObject({ image: null, typed: 'Karl Z' })
  expect(noteAsPaper({ ...whole, typed_signature: null }).signed).toMatchObject({ image: null, typed: null })
})
