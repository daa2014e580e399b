// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReadLateByPlan } from '@/kit/planning/late-by-plan'
import { job, step, today, workload } from '@/shared/domain/planning/testing'
import { forgetFirstScreen, watchFirstScreen } from '@/shared/lib/first-screen'
import { serve, showTo } from '@/shared/ui/testing'
import { DueMark } from './due-mark'

afterEach(() => {
  cleanup()
  forgetFirstScreen()
  vi.useRealTimers()
})

test('a day says that the plan misses it, beside the reason of the plan; what is over is late', async () => {
  vi.setSystemTime(new Date(`${today}T07:00:00Z`))
  const steps = (id: string) => [step(id, { minutes: 480 })]
  const body = workload([
    job('j-1', steps('one'), { due: today }),
    job('j-2', steps('two'), { due: today }),
    job('j-3', steps('three'), { due: today }),
  ])
  const timings = [
    { kind: 'job', id: 'j-2', timing: 'at_risk', why: 'Its work takes longer than the time that is left' },
    { kind: 'job', id: 'j-3', timing: 'late', why: 'Its day is over' },
  ]
  serve(({ path }) => ({ body: path.endsWith('/rpc/workload') ? body : path.endsWith('/rpc/timings') ? timings : [] }))
  showTo(
    'admin',
    <>
      <ReadLateByPlan />
      {['j-1', 'j-2', 'j-3'].map((id) => (
        <p key={id}>
          <DueMark kind="job" id={id} day={today} />
        </p>
      ))}
    </>,
  )
  watchFirstScreen(() => true)
  expect(
    (await screen.findByText('30 Nov 2026 · late by the plan', {}, { timeout: 3000 }))
      .closest('[title]')
      ?.getAttribute('title'),
  ).toBe('Ready Tue, 1 Dec by the plan')
  expect(screen.getAllByRole('paragraph').map((mark) => mark.textContent)).toEqual([
    '30 Nov 2026',
    '30 Nov 2026 · late by the plan',
    '30 Nov 2026 · late',
  ])
})
