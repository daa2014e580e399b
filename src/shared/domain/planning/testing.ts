import type { Language } from '../texts/languages.ts'
import type { PlanCentre, PlanJob, PlanStep, Workload } from './workload.ts'

export const centre = (id: string, values: Partial<PlanCentre> = {}): PlanCentre => ({
  id,
  name: id,
  kind: 'bench',
  capacity: 480,
  workDays: [1, 2, 3, 4, 5, 6, 7],
  colour: null,
  ...values,
})

export const step = (id: string, values: Partial<PlanStep> = {}): PlanStep => ({
  id,
  name: id,
  centre: 'bench',
  people: [],
  status: 'todo',
  minutes: 60,
  after: [],
  wait: 0,
  early: false,
  day: null,
  starts_at: null,
  mark: `mark ${id}`,
  rests_until: null,
  ...values,
})

export const job = (id: string, steps: readonly PlanStep[], values: Partial<PlanJob> = {}): PlanJob => ({
  id,
  number: id.toUpperCase(),
  title: `Sign ${id}`,
  status: 'approved',
  due: null,
  is_late: false,
  priority: 'normal',
  order_id: null,
  order: null,
  promise: null,
  lead_day: null,
  waits_for_client: false,
  lacks: [],
  has_steps: steps.length > 0,
  steps,
  ...values,
})

/** Monday. */
export const today = '2026-11-30'

export const workload = (jobs: readonly PlanJob[], values: Partial<Workload> = {}): Workload => ({
  today,
  centres: [centre('bench'), centre('printer')],
  closures: [],
  shifts: [],
  away: [],
  jobs,
  ...values,
})

/** Texts with the days that they promise, for an approval on `today`: nobody works on 8 December. The browser and the database read alike. */
export const promisingTexts: readonly [text: string, promised: [words: string, day: string][], language?: Language][] =
  [
    ['Delivery 10 to 15 working days after that.', [['10 to 15 working days', '2026-12-22']]],
    ['Work begins when the deposit is paid. Ready in 2 weeks; valid for 30 days.', [['2 weeks', '2026-12-14']]],
    [
      'Installed by Sat 12 December, or 5 January.',
      [
        ['Sat 12 December', '2026-12-12'],
        ['5 January', '2027-01-05'],
      ],
    ],
    ['Lieferung bis 12.12.2026, Zahlung binnen 14 Tagen', [['12.12.2026', '2026-12-12']], 'de'],
    ['Montage am 9. Dezember', [['9. Dezember', '2026-12-09']], 'de'],
    ['Consegna in 20 giorni lavorativi', [['20 giorni lavorativi', '2026-12-29']], 'it'],
    ['Livraison le 3 décembre 2026', [['3 décembre 2026', '2026-12-03']], 'fr'],
    ['Fitted by Wednesday, 2.12. at noon, invoice in 14 days', [['Wednesday, 2.12.', '2026-12-02']]],
    [
      'Ready by Wed. 02.12.26 or 03/12, and 04/12/2026',
      [
        ['Wed. 02.12.26', '2026-12-02'],
        ['03/12', '2026-12-03'],
        ['04/12/2026', '2026-12-04'],
      ],
    ],
    [
      'Installed on December 4th. Ready by the 3rd of December',
      [
        ['December 4th', '2026-12-04'],
        ['3rd of December', '2026-12-03'],
      ],
    ],
    ['Ready on 12/24/2026', [['12/24/2026', '2026-12-24']]],
    ['Delivery costs €12.10, or 1/2 of it. Please approve by 5 December so that we deliver in time.', []],
    ['Payment within 30 days of delivery. Claims within 8 days. Prices are valid for 30 days.', []],
    ['Delivery of 4 panels 2000 × 1000.', []],
  ]
