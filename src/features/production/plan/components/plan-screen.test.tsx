// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { centre, job, step, today, workload } from '@/shared/domain/planning/testing'
import { dayAfter } from '@/shared/domain/time/days'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { PlanScreen } from './plan-screen'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const tomorrow = dayAfter(today, 1)
/** Two steps on one day that has room for one, and one without a day. */
const shop = workload(
  [
    job(
      'j-1',
      [step('print', { name: 'Print', centre: 'p1', minutes: 300, day: tomorrow, starts_at: `${tomorrow}T07:00:00Z` })],
      {
        number: 'JOB-2026-0001',
        due: tomorrow,
        promise: tomorrow,
        order: 'SO-1',
      },
    ),
    job(
      'j-2',
      [step('face', { name: 'Face', centre: 'p1', minutes: 300, day: tomorrow, starts_at: `${tomorrow}T07:00:00Z` })],
      {
        number: 'JOB-2026-0002',
        due: dayAfter(today, 4),
      },
    ),
    job('j-3', [step('pack', { name: 'Pack', centre: 'b1', minutes: 0 })], { number: 'JOB-2026-0003' }),
  ],
  {
    centres: [centre('p1', { name: 'Printer', kind: 'printer' }), centre('b1', { name: 'Bench' })],
    shifts: [0, 1, 2, 3, 4].map((on) => ({ centre: 'p1', person: 'ann', day: dayAfter(today, on), minutes: 480 })),
  },
)

function open(answers: (call: Call) => Answer | null = () => null) {
  vi.setSystemTime(new Date(`${today}T07:00:00Z`))
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.endsWith('/rpc/workload')) return { body: shop }
    if (call.path.endsWith('/rpc/plan_steps')) return { body: { print: 'new print', face: 'new face' } }
    return { body: [] }
  })
  return {
    calls,
    user: showTo(
      'admin',
      <MemoryRouter initialEntries={['/production/plan']}>
        <PlanScreen />
      </MemoryRouter>,
    ),
  }
}
const sent = (calls: readonly Call[]) =>
  calls.filter(({ path }) => path.endsWith('/rpc/plan_steps')).map(({ body }) => body)

test('an over-booked day is named in words with what could move, and what the plan does not know is said', async () => {
  open()
  const troubles = await screen.findByRole('region', { name: 'Late and over-booked' })
  expect(troubles.textContent).toContain('1 day over-booked')
  expect(troubles.textContent).toContain(
    'Printer, Tue, 1 Dec: 2 h too much. Could move: Face of JOB-2026-0002, Print of JOB-2026-0001.',
  )
  expect(
    screen.getByRole('group', { name: 'Printer, Tue, 1 Dec: 10 h of 8 h, 10 h of it planned, over-booked by 2 h' }),
  ).toBeTruthy()
  expect(screen.getByText('1 of 3 steps has no minutes and counts as no time.')).toBeTruthy()
  expect(
    screen.getByText(
      'Nobody planned shifts from Mon, 7 Dec on: the days from then on count as in the last 4 planned weeks on average.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('Nobody has shifts at Bench: full hours count there.')).toBeTruthy()
})

test('a job is late when its day is over, as on the dashboard, on hold too; another one will be', async () => {
  const yesterday = dayAfter(today, -1)
  const steps = (id: string) => [step(id, { centre: 'v1', minutes: 400 })]
  const body = workload(
    [
      job('j-1', steps('face'), { number: 'JOB-1', due: yesterday, is_late: true }),
      job('j-2', steps('print'), { number: 'JOB-2', due: yesterday, is_late: true, status: 'on_hold' }),
      job('j-3', steps('pack'), { number: 'JOB-3', due: today }),
    ],
    { centres: [centre('v1', { name: 'Van 1', kind: 'vehicle' })] },
  )
  open(({ path }) => (path.endsWith('/rpc/workload') ? { body } : null))
  const troubles = await screen.findByRole('region', { name: 'Late and over-booked' })
  expect(within(troubles).getByRole('status').textContent).toBe('2 jobs late, 1 job late by the plan')
  expect(troubles.textContent).toContain('it is on hold and not planned, due')
  expect(
    screen.getByText(
      'Deliveries and installations are planned apart: the hours that they take of Van 1 do not count here, and neither does the day of an installation.',
    ),
  ).toBeTruthy()
})

test('a step gets another day with what that does to its promise, all in one request, and goes back by Undo', async () => {
  const { user, calls } = open()
  await user.click(await screen.findByRole('button', { name: /^1 Print, JOB-2026-0001/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Print' })
  await user.click(within(dialog).getByRole('button', { name: 'A day later' }))
  expect(
    await within(dialog).findByText('SO-1 · JOB-2026-0001: Wed, 2 Dec instead of Tue, 1 Dec, 1 day late.'),
  ).toBeTruthy()
  expect(sent(calls)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Plan on Wed, 2 Dec' }))
  await waitFor(() =>
    expect(sent(calls)).toEqual([
      { p_moves: [{ id: 'print', mark: 'mark print', starts_at: '2026-12-02T08:00:00.000Z' }] },
    ]),
  )
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent(calls)[1]).toEqual({
      p_moves: [{ id: 'print', mark: 'new print', starts_at: `${tomorrow}T07:00:00Z` }],
    }),
  )
})

test('a proposal is taken in one act; what somebody else moved meanwhile is named, and nothing is moved', async () => {
  const words = 'Maria Borg changed Face of JOB-2026-0002: it was moved to Fri 4 Dec 2026, 09:00'
  const { user, calls } = open(({ path }) =>
    path.endsWith('/rpc/plan_steps')
      ? { status: 409, body: { code: 'PT409', message: words, details: null, hint: null } }
      : null,
  )
  await user.click(await screen.findByRole('button', { name: 'Propose moves' }))
  expect(await screen.findByText(/: every promise is kept and no day is over-booked\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Move it' }))
  expect(await screen.findByText(new RegExp(words.slice(0, 40)))).toBeTruthy()
  expect(sent(calls)).toEqual([
    { p_moves: [{ id: 'face', mark: 'mark face', starts_at: expect.stringContaining(today) }] },
  ])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(await screen.findByText('1 day over-booked')).toBeTruthy()
})

test('a machine is closed from its row: what breaks is named before it is saved, and what stands there moves', async () => {
  const body = workload(
    [
      job('j-1', [step('print', { name: 'Print', centre: 'p1', minutes: 300, day: tomorrow })], {
        ...{ number: 'JOB-1', order: 'SO-1', due: tomorrow },
      }),
      job('j-2', [step('pack', { name: 'Pack', centre: 'p1', minutes: 400 })], {
        number: 'JOB-2',
        due: dayAfter(today, 4),
      }),
    ],
    { centres: [centre('p1', { name: 'Printer', kind: 'printer' })] },
  )
  const { user, calls } = open(({ path }) => (path.endsWith('/rpc/workload') ? { body } : null))
  await user.click(await screen.findByRole('button', { name: 'Close Printer for some days' }))
  const dialog = await screen.findByRole('dialog', { name: 'Close Printer' })
  expect(within(dialog).getByRole('button', { name: 'Close on Mon, 30 Nov' })).toHaveProperty('disabled', true)
  const last = within(dialog).getByRole('textbox', { name: 'To' })
  await user.clear(last)
  await user.type(last, '02/12/2026')
  await user.tab()
  await user.click(within(dialog).getByText('Broken'))
  expect(await within(dialog).findByText(/^SO-1 · JOB-1: Thu, 3 Dec instead of Tue, 1 Dec, 2 days late/)).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('/work_centre_closures'))).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Close from Mon, 30 Nov to Wed, 2 Dec' }))
  await waitFor(() => expect(sent(calls)).toHaveLength(1))
  expect(calls.find(({ path }) => path.includes('/work_centre_closures'))?.body).toMatchObject({
    ...{ work_centre_id: 'p1', starts_on: today, ends_on: '2026-12-02', reason: 'Broken' },
  })
  expect(sent(calls)).toMatchObject([{ p_moves: [{ id: 'print', starts_at: '2026-12-03T08:00:00.000Z' }] }])
})
