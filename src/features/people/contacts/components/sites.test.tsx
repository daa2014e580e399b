// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '@/shared/domain/people/role'
import { serve, showTo } from '@/shared/ui/testing'
import { Sites } from './sites'
import { annId } from './testing'

beforeEach(() => {
  const site = {
    id: 'l1',
    label: 'Main entrance',
    address: '1 Old Street',
    city: 'Mosta',
    country: null,
    lat: 1,
    lng: 1,
  }
  serve(() => ({ body: [site] }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const linksOf = async (role: Role) => {
  showTo(
    role,
    <MemoryRouter>
      <Sites id={annId} />
    </MemoryRouter>,
  )
  await screen.findByText('Main entrance')
  return screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
}

test('a site of a contact opens its location, and another one begins with this contact', async () => {
  expect(await linksOf('admin')).toEqual([
    ['Add a site', `/locations?add=yes&client=${annId}`],
    ['On the map', `/locations?client=${annId}`],
    ['Main entrance', '/location/l1'],
  ])
})

test('whoever may not see locations reads the address only', async () => {
  expect(await linksOf('team_member')).toEqual([])
})
