import { expect, test } from 'vitest'
import { isAt, places } from '@/features/accounts/shared/accounts-bar'
import { accounts } from './accounts.ts'

/** Screens without the bar: what leads elsewhere, what a client sees, and settings. */
const withoutBar = new Set([
  '/payments',
  '/public/invoices/:id',
  '/chart-of-accounts',
  '/cost-accounts',
  '/exchange-rates',
  '/settings/network',
])

test('each screen of accounts marks one place of the bar over it', () => {
  const marked = accounts.screens
    .map(({ path }) => path)
    .filter((path) => !withoutBar.has(path))
    .map((path) => [path, places.filter((place) => isAt(place, path.replace(':id', 'x'))).length])
  expect(marked.length).toBeGreaterThan(15)
  expect(marked.filter(([, count]) => count !== 1)).toEqual([])
})
