// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { keptDayOf } from '../driver/kept-day'
import type { Drop } from '../api/day.query'
import { DeliveryPage } from './delivery-page'

afterEach(() => {
  cleanup()
  localStorage.clear()
  onlineManager.setOnline(true)
})

const Where = () => {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}

test('without a network the address of an own drop leads to it in the kept day', async () => {
  const drop = { id: 'd1', items: [] } as unknown as Drop
  keptDayOf('me').keep({ day: '2026-11-29', zone: 'Europe/Malta', at: 0, drops: [drop] })
  serve(() => ({ body: [] }))
  onlineManager.setOnline(false)
  showTo(
    'admin',
    <MemoryRouter initialEntries={['/deliveries/d1']}>
      <Routes>
        <Route path="/deliveries/d1" element={<DeliveryPage id="d1" />} />
        <Route path="*" element={<Where />} />
      </Routes>
    </MemoryRouter>,
  )
  expect(await screen.findByText('at /deliveries?view=mine&stop=d1')).toBeTruthy()
})
