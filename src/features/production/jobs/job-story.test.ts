import { expect, test } from 'vitest'
import { jobEventDetail } from './job-story'

test.each([
  ['material_taken', { item: 'Foamex 5 mm', qty: '2 sheets' }, ': 2 sheets of Foamex 5 mm'],
  ['material_returned', { item: 'LED module', qty: '1 piece' }, ': 1 piece of LED module'],
  ['step_started', { step: 'Print' }, ': Print'],
  ['step_done', { step: 'Print', good: 8, waste: 1 }, ': Print, 8 good, 1 wasted'],
  ['step_skipped', { step: 'Laminate', reason: 'Indoors' }, ': Laminate, Indoors'],
  ['check_failed', { reason: 'Bubbles', step: 'Laminate' }, ': Bubbles, back to Laminate'],
  [
    'handed_over',
    { number: 'DN-2026-0077/1', qty: '4 pieces', received_by: 'Anna Borg' },
    ': 4 pieces, with DN-2026-0077/1, received by Anna Borg',
  ],
  [
    'due_moved',
    { from: '2026-11-20', to: '2026-11-24', with: 'SO-2026-0098' },
    ': from 20 Nov 2026 to 24 Nov 2026, with SO-2026-0098',
  ],
  ['mockup_sent', { version: 2 }, ': version 2'],
  ['created', {}, ''],
] as const)('%s says what it was about', (type, meta, said) => expect(jobEventDetail(meta, type)).toBe(said))
