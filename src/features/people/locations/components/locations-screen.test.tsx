// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CompanySignContext } from '@/shared/hooks/company-sign'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { LocationsScreen } from './locations-screen'

const id = '20000000-0000-4000-a000-000000000001'
const client = '10000000-0000-4000-a000-000000000003'
const business = { id: client, type: 'Business', name: 'Bakery', last_name: null, company: 'Bakery Ltd', on_stop: true }
const card = {
  id,
  label: 'Main entrance',
  address: '18 Triq it-Torri',
  city: 'Sliema',
  postcode: null,
  state: null,
  country: 'Malta',
  lat: 35.9137,
  lng: 14.5052,
  access_notes: 'Ring twice',
  contact_on_site: 'Ġużi',
  phone_on_site: '+356 7900 1234',
  row_version: 3,
}
const line = {
  ...card,
  business_id: client,
  business_type: 'Business',
  business_name: 'Bakery Ltd',
  business_on_stop: true,
  open_tasks: 2,
  open_deliveries: 0,
  sort_value: 'bakery',
}

const inUse = 'This location is in use: 2 tasks. Give them another location first.'
function answer({ method, path }: Call): Answer {
  if (path.includes('/rpc/search_locations')) return { body: [line] }
  if (path.includes('/rpc/count_locations')) return { body: 1 }
  if (path.includes('/rpc/location_pins')) return { body: [{ id, label: card.label, lat: card.lat, lng: card.lng }] }
  if (path.includes('/rpc/near_locations')) return { body: [{ ...line, metres: 12, reason: 'near' }] }
  if (path.includes('/contacts')) return { body: { ...business, city: null } }
  if (path.includes('/locations') && method === 'DELETE')
    return { status: 409, body: { code: '23503', message: inUse, details: null, hint: null } }
  if (path.includes('/locations') && method === 'PATCH') return { body: [{ id }] }
  if (path.includes('/locations') && method === 'POST') return { status: 201, body: { id } }
  if (path.includes('/locations')) return { body: path.includes('business:contacts') ? { ...card, business } : card }
  return { body: [] }
}

let calls: Call[]
const Address = () => <output data-testid="address">{useLocation().search}</output>
const address = () => screen.getByTestId('address').textContent
const open = (at: string) => {
  calls = serve(answer)
  return showTo(
    'admin',
    <CompanySignContext value={{ name: 'Bright', logoUrl: null, country: 'Portugal' }}>
      <MemoryRouter initialEntries={[at]}>
        <LocationsScreen />
        <Address />
      </MemoryRouter>
    </CompanySignContext>,
  )
}
const saved = (method: string) => calls.find((call) => call.method === method && call.path.includes('/locations'))

beforeEach(() => {
  localStorage.clear()
})
afterEach(cleanup)

test('the list says whose site it is and what is open there, and is filtered and sorted by the address', async () => {
  const user = open('/locations?q=bakery')
  const list = await screen.findByRole('table', { name: 'Locations' })
  expect(within(list).getAllByRole('row')[1]?.textContent).toMatch(
    /^Main entranceBakery LtdOn stopSliema(18 Triq it-Torri)?2$/,
  )
  expect(await screen.findByText('1 location')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Not yet' }))
  await waitFor(() => expect(address()).toBe('?q=bakery&map=no'))
  const asked = () => calls.filter(({ path }) => path.includes('search_locations')).at(-1)?.body
  await waitFor(() => expect(asked()).toMatchObject({ p_text: 'bakery', p_has_point: false, p_sort: 'client' }))
  await user.click(screen.getByRole('button', { name: 'Town' }))
  await waitFor(() => expect(asked()).toMatchObject({ p_sort: 'city', p_down: false }))
  expect(screen.getByRole('link', { name: 'Main entrance' }).getAttribute('href')).toBe(
    `/locations?q=bakery&map=no&sort=city&location=${id}`,
  )
})

test('a pin opens its location, with the way in and the way there', async () => {
  const user = open('/locations')
  await user.click(await screen.findByRole('button', { name: 'Main entrance' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Main entrance' })).toBeTruthy()
  expect(address()).toBe(`?location=${id}`)
  expect(screen.getByText('Ring twice')).toBeTruthy()
  expect(screen.getByRole('link', { name: '+356 7900 1234' }).getAttribute('href')).toBe('tel:+35679001234')
  expect(screen.getByRole('link', { name: 'Take me there' }).getAttribute('href')).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=35.9137%2C14.5052',
  )
})

test('what still hangs on a location is told in words when it should go', async () => {
  const user = open(`/locations?location=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await user.click(await screen.findByRole('button', { name: 'Remove location' }))
  expect(await screen.findByText(inUse)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove location' })).toBeNull()
})

test('a pasted link puts the pin, warns of a neighbour, and is saved as coordinates', async () => {
  const user = open(`/locations?add=yes&client=${client}`)
  await user.type(screen.getByLabelText(/Name of the location/), 'Side door')
  await user.click(screen.getByLabelText(/Coordinates or map link/))
  await user.paste('https://www.google.com/maps/@35.9138,14.5053,17z')
  expect(await screen.findByRole('button', { name: /^Pin at 35.91380, 14.50530/ })).toBeTruthy()
  expect(await screen.findByText('There may be this location already')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'In Sliema? Use it as the town' }))
  await user.click(screen.getByRole('button', { name: 'Add location' }))
  await waitFor(() =>
    expect(saved('POST')?.body).toEqual({
      label: 'Side door',
      address: null,
      city: 'Sliema',
      postcode: null,
      state: null,
      country: 'Portugal',
      access_notes: null,
      contact_on_site: null,
      phone_on_site: null,
      lat: 35.9138,
      lng: 14.5053,
      business_id: client,
    }),
  )
  await waitFor(() => expect(address()).toContain(`location=${id}`))
})

test('arrow keys move the pin, and only what changed is saved over the version that was read', async () => {
  const user = open(`/locations?location=${id}&edit=yes`)
  const pin = await screen.findByRole('button', { name: /^Pin at/ })
  pin.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await user.click(screen.getByRole('button', { name: 'Save location' }))
  await waitFor(() => expect(saved('PATCH')).toBeTruthy())
  expect(Object.keys(Object(saved('PATCH')?.body))).toEqual(['lng'])
  expect(saved('PATCH')?.path).toContain('row_version=eq.3')
})

test('nothing is sent while a name is missing or coordinates cannot be read', async () => {
  const user = open('/locations?add=yes')
  await user.type(screen.getByLabelText(/Coordinates or map link/), '135.9, 14')
  await user.click(screen.getByRole('button', { name: 'Add location' }))
  expect(await screen.findByText('Please give the location a name, such as Main entrance')).toBeTruthy()
  expect(screen.getByText('Please choose whose location it is')).toBeTruthy()
  expect(screen.getByText(/^There is no such point/)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Client/ }))
  expect(saved('POST')).toBeUndefined()
})

test.each([
  ['a new location', `/locations?add=yes&client=${client}`, ''],
  ['an edited location', `/locations?location=${id}&edit=yes`, 'Main entrance'],
])('what is typed of %s is there after a reload, until it is cancelled', async (_, at, before) => {
  const user = open(at)
  await user.type(await screen.findByLabelText(/^Name of the location/), ' Żoë')
  expect(screen.getByLabelText(/^Name of the location/).closest('[data-kept]')).not.toBeNull()
  cleanup()
  const again = open(at)
  expect(await screen.findByLabelText(/^Name of the location/)).toHaveProperty('value', `${before} Żoë`)
  await again.click(screen.getByRole('button', { name: 'Cancel' }))
  const kept = Array.from({ length: localStorage.length }, (_, at) => localStorage.getItem(localStorage.key(at) ?? ''))
  expect(kept.join()).not.toContain('Żoë')
})
