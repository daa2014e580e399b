// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import { VatRates } from './vat-rates'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('each rate says where it is used; papers copy it, so only what refers to it keeps it', async () => {
  const rate = {
    code: 'x',
    treatment: 'standard',
    rate: '18.0000',
    country: null,
    is_default: false,
    sort: 0,
    row_version: 1,
  }
  const none = { papers: 0, services: 0, materials: 0, recurring_payments: 0 }
  serve(({ path }): Answer => ({
    body: path.includes('vat_rate_uses')
      ? [
          { id: 'a', ...none, papers: 1200, services: 3, recurring_payments: 1 },
          { id: 'b', ...none, papers: 1 },
          { id: 'c', ...none },
        ]
      : [
          { ...rate, id: 'a', label: 'Malta' },
          { ...rate, id: 'b', label: 'Hotels' },
          { ...rate, id: 'c', label: 'Old' },
        ],
  }))
  showTo('admin', <VatRates />)
  const lineOf = async (name: string) => (await screen.findByText(name)).closest<HTMLElement>('tr, li')
  const uses = ['In 1,200 papers, 3 services, 1 recurring payment', 'In 1 paper', 'Nowhere']
  for (const [at, name] of ['Malta', 'Hotels', 'Old'].entries())
    expect((await lineOf(name))?.textContent).toContain(uses[at])
  const inUse = within((await lineOf('Malta')) as HTMLElement)
  expect(inUse.getByRole('button', { name: 'Malta is in use and cannot be removed' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove Hotels' }).getAttribute('aria-disabled')).toBe('false')
})
