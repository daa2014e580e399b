// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StreetView } from './street-view'
import { completeBrowser, serve, show } from './testing'

const nowhere = { address: null, city: null, state: null, country: null, lat: null, lng: null }
const lobby = { id: 'lobby', label: 'Lobby', ...nowhere }
const withKey = () => serve(() => ({ body: { secret: 'maps-key' } }))

beforeEach(completeBrowser)
afterEach(cleanup)

test('spec 2 §4, §8: No location data available for Street View', () => {
  const sent = withKey()
  show(<StreetView site={lobby} />)
  expect(screen.getByRole('status').textContent).toBe('No location data available for Street View')
  expect(sent).toEqual([])
})

test('spec 2 §4, §8: Failed to load Street View', async () => {
  serve(() => ({ status: 404, body: { message: 'not configured' } }))
  show(<StreetView site={{ ...lobby, lat: 35.9, lng: 14.5 }} />)
  expect((await screen.findByRole('status')).textContent).toBe('Failed to load Street View')
})

test('spec 2 §4, §7: a picture of 600x300 by coordinates; the key is asked of get-secret and never shown', async () => {
  const sent = withKey()
  const { container } = show(<StreetView site={{ ...lobby, lat: 35.9, lng: 14.5 }} />)
  const picture = await screen.findByAltText<HTMLImageElement>('Street View of Lobby')
  expect(picture.src).toContain('size=600x300&location=35.9%2C14.5')
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/functions/v1/get-secret', { secretName: 'maps_street_view' }],
  ])
  expect(container.textContent).not.toContain('maps-key')
  const isLoading = () => document.querySelector('[class*="Skeleton-root"]')?.getAttribute('data-visible')
  expect(isLoading()).toBe('true')
  fireEvent.load(picture)
  expect(isLoading()).toBe(null)
})

test('spec 2 §4, §8: Street View not available for this location', async () => {
  withKey()
  show(<StreetView site={{ ...lobby, address: 'Tower Road 1' }} />)
  fireEvent.error(await screen.findByAltText('Street View of Lobby, Tower Road 1'))
  expect(screen.getByRole('status').textContent).toBe('Street View not available for this location')
})
