// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { kindsFrom } from '@/kit/outbox/testing'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { deliveryKinds } from '../outbox-kinds'
import { serve, showTo } from '@/shared/ui/testing'
import { DeliveryScreen } from './delivery-screen'

beforeEach(() => {
  localStorage.clear()
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(cleanup)

const delivery = {
  ...{ id: 'd1', delivery_number: 'DN-1', public_uuid: 'u1', status: 'planned', method: 'pickup', row_version: 3 },
  ...{
    order_id: null,
    contact_id: 'c1',
    location_id: null,
    project_title: 'Shop front',
    scheduled_at: null,
    scheduled_has_time: true,
  },
  ...{ slot_minutes: null, van_id: null, van: null, crew: [], weight_kg: null, parcels: null, instructions: null },
  ...{ contact_on_site: null, phone_on_site: null, failed_reason: null, failed_at: null, received_by: null },
  ...{ delivered_at: null, photo_paths: [], location: null, order: null, items: [], drops: [], route_seq: null },
  contact: {
    id: 'c1',
    type: 'Business',
    name: null,
    last_name: null,
    company: 'Nova Signs',
    phone: null,
    on_stop: false,
  },
}

function open(more: object = {}) {
  const calls = serve(({ path }) => {
    if (path.includes('/rpc/get_company')) return { body: [{ time_zone: 'Europe/Malta' }] }
    if (path.includes('/rest/v1/deliveries')) return { body: path.includes('id=eq.d1') ? { ...delivery, ...more } : [] }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/deliveries/d1']}>
      <OutboxProvider kinds={kindsFrom(async () => deliveryKinds)}>
        <DeliveryScreen id="d1" />
      </OutboxProvider>
    </MemoryRouter>,
  )
  return { user, moved: () => calls.filter(({ method }) => method === 'PATCH').length }
}
test('a delivery of which only the day is known says and keeps no time', async () => {
  const { user } = open({ scheduled_at: '2026-12-03T07:00:00Z', scheduled_has_time: false })
  expect(await screen.findByText('3 Dec 2026')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change plan…' }))
  expect(await screen.findByDisplayValue('3 Dec 2026')).toBeTruthy()
  expect(screen.queryByDisplayValue('08:00')).toBeNull()
})

test('a delivery is not moved on before what was typed over its plan is saved or thrown away', async () => {
  const { user, moved } = open()
  const notes = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Notes for the driver' })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change plan…' }))
  await user.type(await notes(), 'Ring twice')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Changes of the plan are not saved')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Packed and ready' }))
  expect((await notes()).value).toBe('Ring twice')
  expect(moved()).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText('Changes of the plan are not saved')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Packed and ready' }))
  await waitFor(() => expect(moved()).toBe(1))
})

test('a drop that failed is planned again by its plan, which asks for day and van', async () => {
  const { user, moved } = open({ status: 'failed', failed_reason: 'Closed', scheduled_at: '2026-12-03T07:00:00Z' })
  await user.click(await screen.findByRole('button', { name: 'Plan again' }))
  expect(await screen.findByRole('dialog', { name: 'Plan DN-1 again' })).toBeTruthy()
  expect(await screen.findByDisplayValue('3 Dec 2026')).toBeTruthy()
  expect(moved()).toBe(0)
})

test('why something could not be delivered is still there after a reload', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Could not deliver…' }))
  await user.type(await screen.findByLabelText('Why could it not be delivered?'), 'The gate is locked')
  cleanup()
  open()
  expect(await screen.findByLabelText('Why could it not be delivered?')).toHaveProperty('value', 'The gate is locked')
})

test('what a delivery brings is named with its unit: hours, metres, and pieces where the price is by size', async () => {
  const line = (id: string, qty: string, item: object) => ({ id, position: id, qty, qty_delivered: '0.0000', item })
  const sized = { unit: 'm2', width_mm: '1200', height_mm: '2100', qty: '3.0000', qty_delivered: '0.0000' }
  const plain = { width_mm: null, height_mm: null, qty_delivered: '0.0000' }
  open({
    items: [
      line('a', '2.5000', { ...plain, description: 'Artwork', unit: 'hour', qty: '4.0000' }),
      line('b', '3.0000', { ...sized, description: 'Frosted film' }),
    ],
  })
  const table = await screen.findByRole('table', { name: 'What it brings' })
  expect(within(table).getByRole('row', { name: 'Artwork 4 hours 2.5 hours 0 hours' })).toBeTruthy()
  expect(within(table).getByRole('row', { name: 'Frosted film 3 3 0' })).toBeTruthy()
})
