// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { centre, job, step, today, workload } from '@/shared/domain/planning/testing'
import { dayAfter } from '@/shared/domain/time/days'
import { serve, showTo } from '@/shared/ui/testing'
import { OrderInTime, QuotationInTime } from './fits-in-time'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const shop = workload(
  [
    job('j-1', [step('print', { name: 'Print', centre: 'p1', minutes: 600 })], { due: dayAfter(today, 1) }),
    job(
      'j-2',
      [
        step('face', { name: 'Face', centre: 'p1', minutes: 60 }),
        step('pack', { name: 'Pack', minutes: 0, after: ['face'], centre: null }),
      ],
      {
        number: 'JOB-2',
        order_id: 'o-1',
        due: dayAfter(today, 2),
        promise: dayAfter(today, 2),
        lacks: [
          { name: 'Film', qty: 3, unit: 'm2', expected_on: dayAfter(today, 3), is_ordered: true },
          { name: 'Tape', qty: 1, unit: 'roll', expected_on: null, is_ordered: false },
        ],
      },
    ),
    job('j-3', [], { number: 'JOB-3', order_id: 'o-empty' }),
    job('j-4', [], { number: 'JOB-4', order_id: 'o-part', due: dayAfter(today, 6) }),
    job('j-5', [step('fold', { name: 'Fold', centre: 'b1', minutes: 480 })], {
      order_id: 'o-part',
      due: dayAfter(today, 1),
    }),
    job('j-6', [step('glue', { name: 'Glue', centre: 'b1', minutes: 480 })], {
      number: 'JOB-6',
      due: dayAfter(today, 1),
    }),
    job('j-7', [step('trim', { name: 'Trim', centre: 'b1', minutes: 480 })], {
      number: 'JOB-7',
      due: dayAfter(today, 1),
    }),
    job(
      'j-8',
      [
        step('sew', { name: 'Sew', centre: 'p1', minutes: 60 }),
        step('hang', { name: 'Hang', centre: 'van', minutes: 60, after: ['sew'] }),
      ],
      { order_id: 'o-trip', due: null, lead_day: dayAfter(today, 9) },
    ),
    job(
      'j-9',
      [
        step('weld', { name: 'Weld', centre: 'b1', minutes: 60, day: dayAfter(today, 3) }),
        step('fit', { name: 'Fit', centre: 'van', minutes: 60, after: ['weld'], day: dayAfter(today, 2) }),
      ],
      { order_id: 'o-early', due: dayAfter(today, 2) },
    ),
    job('j-10', [], { number: 'JOB-10', order_id: 'o-check', has_steps: true, status: 'qc', due: dayAfter(today, 2) }),
  ],
  {
    centres: [
      centre('p1', { name: 'Printer', kind: 'printer' }),
      centre('b1', { name: 'Bench' }),
      centre('van', { name: 'Van', kind: 'vehicle' }),
    ],
  },
)
const line = (id: string, steps: object[]) => ({
  id,
  title: id,
  waits_for_client: false,
  lead_day: null,
  lacks: [],
  steps,
})
const made = (name: string, where: string, minutes: number) => ({
  id: name,
  name,
  centre: where,
  wait: 0,
  early: false,
  minutes,
  follows: true,
})

function open(part: React.ReactNode, quoted: object[] = []) {
  vi.setSystemTime(new Date(`${today}T07:00:00Z`))
  const calls = serve(({ path }) => ({
    body: path.endsWith('/rpc/workload') ? shop : path.endsWith('/rpc/work_of_quotation') ? quoted : [],
  }))
  showTo('admin', <MemoryRouter>{part}</MemoryRouter>)
  return { reads: () => calls.filter(({ path }) => path.endsWith('/rpc/workload')).length }
}
const panel = async (words: string) => {
  await screen.findByText(words)
  return screen.getByRole('region', { name: 'In time?' }).textContent
}

test('an order says its earliest day against the promise, what makes it late, and what nobody knows', async () => {
  open(<OrderInTime orderId="o-1" day={dayAfter(today, 2)} />)
  const words = await panel('Thu, 3 Dec')
  expect(words).toContain('1 day late')
  expect(words).toContain('To be handed over by Wed, 2 Dec.')
  expect(words).toContain('Film is expected on Thu, 3 Dec.')
  expect(words).toContain('1 of 2 steps has no minutes and counts as no time.')
  expect(words).toContain('Missing and not ordered: 1 roll of Tape.')
})

test('an order whose deposit is open says what is promised once it is paid, and when it is installed', async () => {
  open(<OrderInTime orderId="o-trip" day={null} deposit="€72.00" />)
  const words = await panel(
    'No day is promised before the deposit is paid: €72.00 is open. Paid today, the order is promised for Wed, 9 Dec.',
  )
  expect(words).toContain('Earliest readyTue, 1 DecInstallation Wed, 2 Dec')
})

test('an order whose trip is planned before it is made says so', async () => {
  open(<OrderInTime orderId="o-early" day={dayAfter(today, 2)} />)
  expect(await panel('To be handed over by Wed, 2 Dec.')).toContain(
    'Thu, 3 Dec1 day lateInstallation Wed, 2 Dec, planned before everything is made',
  )
})

test('an order reads the open work once for the plan and for whom it makes later, also by a poll', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { reads } = open(<OrderInTime orderId="o-part" day={dayAfter(today, 6)} />)
  await screen.findByText('This makes 1 late job later: JOB-7 by 1 day.')
  expect(reads()).toBe(1)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(reads()).toBe(2)
})

test('an order whose job is made says that it waits for quality control', async () => {
  open(<OrderInTime orderId="o-check" day={dayAfter(today, 2)} />)
  expect(await panel('JOB-10 waits for quality control, which counts as no time.')).toContain('Earliest ready')
})

test('an order without steps has no earliest day, and is not called in time', async () => {
  open(<OrderInTime orderId="o-empty" day={dayAfter(today, 2)} />)
  const words = await panel(
    'The job has no steps, so the plan cannot say when it is ready. To be handed over by Wed, 2 Dec.',
  )
  expect(words).not.toContain('Earliest ready')
  expect(screen.queryByText('In time')).toBeNull()
})

test('an order with steps on some jobs says how many have none, and whom it makes later', async () => {
  open(<OrderInTime orderId="o-part" day={dayAfter(today, 6)} />)
  const words = await panel('Earliest ready: 1 of 2 jobs')
  expect(words).toContain('1 of 2 jobs has no steps: JOB-4.')
  expect(await screen.findByText('This makes 1 late job later: JOB-7 by 1 day.')).toBeTruthy()
  expect(screen.queryByText('In time')).toBeNull()
})

test('a quotation says when it would be made and installed, behind the work that is there', async () => {
  open(<QuotationInTime id="q-1" />, [
    line('Fascia', [made('Print', 'p1', 480), made('Install', 'van', 240)]),
    line('Letters', []),
  ])
  const words = await panel('Wed, 2 Dec')
  expect(words).toContain('Installation Thu, 3 Dec')
  expect(words).toContain('Print takes 8 h, until Wed, 2 Dec, in the hours that other work leaves free.')
  expect(words).toContain('1 line has no steps: “Letters”.')
})

test('the lines without steps of a quotation are told apart, and so many more are said', async () => {
  open(<QuotationInTime id="q-1" />, [
    line('Fascia', [made('Print', 'p1', 60)]),
    ...['Aluminium trim, running metre', 'Bronze letters', '', 'Fixings, stainless'].map((title) => line(title, [])),
  ])
  expect(await panel('What the plan does not know')).toContain(
    '4 lines have no steps: “Aluminium trim, running metre”, “Bronze letters”, a line without a name and 1 more.',
  )
})
