// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LocationPicker } from './location-picker'
import { completeBrowser, serve, show } from './testing'

const site = { address: null, city: null, state: null, country: null, lat: null, lng: null }
const picker = (clientId: string | null) =>
  show(<LocationPicker clientId={clientId} value={null} disabled={false} onChange={() => {}} />)

beforeEach(completeBrowser)
afterEach(cleanup)

test('spec 2 §8: Select contact first', () => {
  const sent = serve(() => ({ body: [] }))
  picker(null)
  expect(screen.getByPlaceholderText('Select contact first')).toBeTruthy()
  expect(sent).toEqual([])
})

test('spec 2 §8: Loading locations...', () => {
  serve(() => 'never')
  picker('hotel')
  expect(screen.getByPlaceholderText('Loading locations...')).toBeTruthy()
})

test('spec 2 §8: Error loading locations', async () => {
  serve(() => ({ status: 500, body: { message: 'broken' } }))
  picker('hotel')
  expect(await screen.findByPlaceholderText('Error loading locations')).toBeTruthy()
})

test('spec 2 §8: No locations available for this contact', async () => {
  serve(() => ({ body: [] }))
  picker('hotel')
  expect(await screen.findByPlaceholderText('No locations available for this contact')).toBeTruthy()
})

test('spec 2 §7: locations are read by business_id ordered by label', async () => {
  const sent = serve(() => ({ body: [{ id: 'lobby', label: 'Lobby', ...site }] }))
  picker('hotel')
  expect(await screen.findByPlaceholderText('Select location')).toBeTruthy()
  expect(sent.map(({ search }) => search)).toEqual([
    '?select=id,label,address,city,state,country,lat,lng&business_id=eq.hotel&order=label.asc',
  ])
})
