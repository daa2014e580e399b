// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import type { Role } from '@/shared/domain/people/role'
import { serve, showTo } from '@/shared/ui/testing'
import { EndingCertificates } from './ending-certificates'

beforeEach(() => setFormats({ ...firstFormats, tax_kind: 'sales_tax' }))
afterEach(() => {
  cleanup()
  setFormats(firstFormats)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const shown = (count: number, role: Role = 'admin') => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:00:00Z') })
  const calls = serve(() => ({ body: [], headers: { 'content-range': `*/${count}` } }))
  showTo(
    role,
    <MemoryRouter>
      <EndingCertificates />
    </MemoryRouter>,
    ['contacts'],
  )
  return () => calls.filter(({ method }) => method === 'HEAD')
}

test('certificates that end within 30 days are counted, and the count leads to them', async () => {
  const asked = shown(2)
  const tile = await screen.findByRole('link', { name: /Certificates that end soon/ })
  expect(tile.textContent).toContain('2')
  expect(tile.getAttribute('href')).toBe('/exemption-certificates?valid=soon')
  expect(asked()[0]?.path).toContain('valid_to=gte.2026-03-10&valid_to=lte.2026-04-09')
})

test('while none ends soon nothing is shown', async () => {
  const asked = shown(0)
  await waitFor(() => expect(asked().length).toBeGreaterThan(0))
  expect(screen.queryByText('Certificates that end soon')).toBeNull()
})

test('nothing is asked for who may not enter them, or without sales tax', async () => {
  for (const [role, formats] of [
    ['team_member', { ...firstFormats, tax_kind: 'sales_tax' }],
    ['admin', firstFormats],
  ] as const) {
    setFormats(formats)
    const asked = shown(2, role)
    await new Promise((later) => setTimeout(later, 20))
    expect(asked()).toEqual([])
    cleanup()
  }
})
