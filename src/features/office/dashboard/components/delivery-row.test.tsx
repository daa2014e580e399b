// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import type { ComingDelivery } from '../api/coming-deliveries.query'
import { ComingDeliveries } from './coming-deliveries'

afterEach(cleanup)

test('a coming delivery says its day, and its time only where somebody said one, and why it is on hold', async () => {
  serve(() => ({ body: [] }))
  const delivery = (id: string, more: Partial<ComingDelivery>): ComingDelivery => ({
    ...{ id, delivery_number: id, project_title: `Sign ${id}`, method: 'delivery', status: 'planned' },
    ...{ scheduled_at: '2099-12-04T07:00:00Z', scheduled_has_time: true, failed_reason: null, on_hold: null },
    ...more,
  })
  const next = [delivery('DN-1', {}), delivery('DN-2', { scheduled_has_time: false, on_hold: 'No permit.' })]
  showTo(
    'admin',
    <MemoryRouter>
      <ComingDeliveries query={{ data: { next }, isPending: false, isError: false } as never} now={Date.now()} />
    </MemoryRouter>,
  )
  const [known, unknown] = await screen.findAllByRole('listitem')
  expect(known?.textContent).toMatch(/Fri, \d\d:00 · DN-1/)
  expect(unknown?.textContent).toMatch(/Fri · DN-2.*On hold: No permit$/)
  expect(known?.textContent).not.toContain('On hold')
})
