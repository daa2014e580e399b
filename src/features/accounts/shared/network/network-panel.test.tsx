// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { OrderNumberDialog } from './order-number-dialog'
import { NetworkPanel } from './network-panel'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '9c000000-0000-4000-8000-000000000001'
const paper = {
  id: '1',
  version: 2,
  receiver: '9943:MT1',
  profile: 'peppol',
  status: 'rejected',
  reason: 'No such order',
}
const network = { access_point: 'Test access point', is_test: true, own_address: null, sends_when_issued: true }

/** Shows the panel of an invoice with this paper and this receiver; the calls that it makes. */
function open(row: object | null, receiver: object | null) {
  const calls = serve(({ path }) => {
    if (path.includes('/network_settings')) return { body: network }
    if (path.includes('/network_papers')) return { body: row ? [row] : [] }
    if (path.includes('/electronic_receivers')) return { body: receiver ? [receiver] : [] }
    return { body: null }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <NetworkPanel kind="invoice" id={id} contactId="c1" mayEdit />
      <OrderNumberDialog row={{ id, client_po: null, row_version: 1 }} />
    </MemoryRouter>,
  )
  return { user, sent: () => calls.filter(({ path }) => path.includes('/rpc/send_over_network')) }
}

test('a rejected paper says why, names the access point for trying, and is sent again', async () => {
  const { user, sent } = open(paper, {
    id: 'r',
    contact_id: 'c1',
    address: '9943:MT2',
    profile: 'peppol',
    row_version: 1,
  })
  expect(await screen.findByText('No such order')).toBeTruthy()
  expect(screen.getByText('Test access point: nothing leaves this machine.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(sent()).toMatchObject([{ body: { p_kind: 'invoice', p_id: id } }]))
})

test('a rejected invoice leads to its order number', async () => {
  const { user } = open(paper, { id: 'r', contact_id: 'c1', address: '9943:MT2', profile: 'peppol', row_version: 1 })
  const button = await screen.findByRole('button', { name: 'Correct the order number' })
  await user.click(button)
  expect(await screen.findByRole('dialog', { name: 'Client’s order number' })).toBeTruthy()
})

test('what was accepted has no next step', async () => {
  open({ ...paper, status: 'accepted', reason: null }, null)
  expect(await screen.findByText('The receiver’s access point has it.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a client without an address gets one in place', async () => {
  open(null, null)
  expect(await screen.findByRole('button', { name: 'Enter the address' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send over the network' })).toBeNull()
})
