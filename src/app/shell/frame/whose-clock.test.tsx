// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { serve, showTo } from '@/shared/ui/testing'
import { WhoseClock } from './whose-clock'

afterEach(() => {
  cleanup()
  setFormats(firstFormats)
  vi.unstubAllGlobals()
})

const open = (time_zone: string) => {
  serve(() => ({ body: null }))
  setFormats({ ...firstFormats, time_zone })
  showTo('admin', <WhoseClock />)
}

test('somebody whose clock shows another time reads whose times the screens show, and nobody else does', () => {
  open('Pacific/Kiritimati')
  expect(screen.getByText(/Times are those of Kiritimati/)).toBeTruthy()
  cleanup()
  open(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(screen.queryByText(/Times are those of/)).toBeNull()
})
