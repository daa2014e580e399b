// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { MeasuredNorm } from './measured-norm'

afterEach(cleanup)

const step = {
  id: 's1',
  name: 'Print',
  position: 'a0',
  work_centre_id: null,
  unit: 'm2',
  before_approval: false,
  after_previous: false,
  row_version: 1,
  wait_minutes: 0,
  minutes_fixed: '10.00',
  minutes_per_unit: '5.00',
  work_centre: null,
}
const measured = { template_id: 's1', jobs: 5, planned: 100, measured: 150, minutes_fixed: 15, minutes_per_unit: 7.5 }

test('says what a step took against its norm, and a person takes the new norm', async () => {
  serve(() => ({}))
  const taken: object[] = []
  const user = showTo('admin', <MeasuredNorm step={step} measured={measured} take={(values) => taken.push(values)} />)
  expect(screen.getByText('5 jobs took 2 h 30 min, planned 1 h 40 min')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take 15 min + 7.5 min a m²' }))
  expect(taken).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Take this norm' }))
  expect(taken).toEqual([{ minutes_fixed: 15, minutes_per_unit: 7.5 }])
})

test('offers no norm for what is chance', () => {
  showTo('admin', <MeasuredNorm step={step} measured={{ ...measured, measured: 105 }} take={() => undefined} />)
  expect(screen.queryByRole('button')).toBeNull()
})
