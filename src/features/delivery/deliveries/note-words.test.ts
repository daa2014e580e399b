import { expect, test } from 'vitest'
import { deliveryPart } from '@/shared/domain/texts/delivery/part'
import { textsOfPart } from '@/shared/domain/texts/part'
import { englishPageWords } from '@/shared/domain/texts/pages/words'
import { noteWords } from './note-words'

const say = textsOfPart(deliveryPart, 'en', null)

const note = { drops: [], status: 'planned', method: 'delivery', planned_on: '2026-11-26', delivered_on: null }
const drop = {
  id: 'd1',
  number: 'DN-1/1',
  status: 'delivered',
  delivered_at: null,
  delivered_on: '2026-11-25',
  received_by: null,
  lines: [],
}

test.each([
  [{}, 'Not delivered yet. It is planned for 26 Nov 2026.'],
  [{ planned_on: null }, 'Not delivered yet.'],
  [{ status: 'ready' }, 'Not delivered yet: it is ready. It is planned for 26 Nov 2026.'],
  [{ status: 'ready', method: 'pickup' }, 'Not collected yet: it is ready for you.'],
  [{ status: 'out' }, 'Not delivered yet: it is on its way to you.'],
  [{ status: 'partially_delivered' }, 'A part was delivered. The rest follows.'],
  [{ status: 'failed' }, 'We could not deliver. We arrange a new day with you.'],
  [{ status: 'delivered', delivered_on: '2026-11-27' }, 'Delivered on 27 Nov 2026.'],
  [{ status: 'delivered', delivered_on: '2026-11-27', method: 'pickup' }, 'Collected on 27 Nov 2026.'],
  [{ status: 'partially_delivered', drops: [drop], drop: 'd1' }, 'This part was delivered on 25 Nov 2026.'],
])('a delivery %o says to its client: %s', (of, words) => {
  expect(noteWords({ ...note, ...of }, say, englishPageWords.day)).toBe(words)
})
