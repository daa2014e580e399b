import { nest } from '../../src/documents/calculation/nesting.ts'
import { spreadOf } from '../faults/spread.ts'
import { milliseconds, type Row } from './row.ts'

const times = 40
const clocked = (work: (nth: number) => unknown): number[] =>
  Array.from({ length: times }, (_, nth) => {
    const begun = performance.now()
    work(nth)
    return Math.round((performance.now() - begun) * 10) / 10
  })

/** The calculator's work for every key: layouts and price, in Node. Sizes differ each time, so nothing is cached. */
export async function measureCalculator(): Promise<Row[]> {
  const { answerOf } = await import('../../src/features/sales/calculator/answer.ts')
  const rate = { name: 'ACM', price: '91.5000' }
  const list = {
    shows_costs: false,
    sheets: { acm: { ...rate, width_mm: '1500.00', length_mm: '3050.00' } },
    rolls: { vinyl: { ...rate, width_mm: '1370.00' } },
    items: {},
    prints: { print: { name: 'Vinyl', media_id: null, ml_m2: '10.00' } },
    ink: { name: 'Ink', price: '0.3500' },
    machines: { cnc: { name: 'ACM', machine: 'cnc', per: 'm', price: '2.2000', setup: '15.00', least: '75.00' } },
    speeds: {},
    people: { bench: { name: 'Bench', price: '40.0000', min_minutes: '30', crew: '1' } },
    zones: {},
    services: {},
    breaks: [],
  }
  const typed = (nth: number, kinds: number, qty: number) => ({
    inputs: {
      quantity: '1',
      service_id: null,
      min_charge: null,
      parts: Array.from({ length: kinds }, (_, n) => ({
        id: `p${n}`,
        name: '',
        width_mm: String(120 + nth + ((n * 137) % 700)),
        height_mm: String(90 + nth + ((n * 89) % 500)),
        qty: String(qty),
      })),
      steps: [
        { id: 's1', kind: 'sheet' as const, item_id: 'acm', parts: null, kerf_mm: '3', may_turn: true },
        {
          id: 's2',
          kind: 'roll' as const,
          item_id: 'vinyl',
          parts: null,
          gap_mm: '5',
          overlap_mm: '20',
          waste_pct: '100',
          may_turn: true,
        },
        { id: 's3', kind: 'ink' as const, print_id: 'print', parts: null, sides: '1', coverage_pct: '100' },
        { id: 's4', kind: 'machine' as const, price_id: 'cnc', parts: null, setups: '1', qty: null, speed_id: null },
        { id: 's5', kind: 'labour' as const, work_id: 'bench', minutes: '60', once: true },
      ],
    },
    confidential: { target: null, costs: {} },
    problems: {},
  })
  const sheet = { width: 3050, height: 1500, kerf: 3, mayTurn: true }
  const many = (nth: number) =>
    Array.from({ length: 20 }, (_, n) => ({
      name: `Part ${n}`,
      width: 120 + nth + ((n * 137) % 700),
      height: 90 + nth + ((n * 89) % 500),
      count: 10,
    }))
  return [
    {
      measure: 'Calculator: answer to a key, 12 parts of 4 sizes on sheet and roll, five steps',
      result: milliseconds(spreadOf(clocked((nth) => answerOf(typed(nth, 4, 3), list)))),
      aim: '≤ 50 ms',
    },
    {
      measure: 'Calculator: nesting 200 parts of 20 sizes',
      result: milliseconds(spreadOf(clocked((nth) => nest(many(nth), sheet)))),
      aim: '≤ 300 ms',
    },
  ]
}
