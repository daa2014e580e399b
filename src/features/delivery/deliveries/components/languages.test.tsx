// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { client, company } from '@/documents/paper/testing'
import { expectNoEnglish } from '@/kit/client-page/testing'
import { deliveryPart } from '@/shared/domain/texts/delivery/part'
import type { Part } from '@/shared/domain/texts/part'
import type { Catalogue } from '@/shared/domain/texts/texts'
import { serve, showTo } from '@/shared/ui/testing'
import { DeliveryNotePage, PartialDeliveryNotePage } from './note-page'

const uuid = '00000000-0000-4000-8000-000000000142'
const parts = [deliveryPart as unknown as Part<Catalogue>]
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const note = {
  language: 'en',
  number: 'DN-1',
  public_uuid: uuid,
  status: 'planned',
  method: 'delivery',
  project_title: null,
  scheduled_at: null,
  scheduled_has_time: true,
  delivered_at: null,
  planned_on: '2026-12-01',
  delivered_on: '2026-12-02',
  signature: null,
  typed_signature: null,
  received_by: null,
  show_prices: false,
  currency: 'EUR',
  order_number: null,
  client_po: null,
  company,
  client,
  site: null,
  lines: [],
  drops: [],
}
const drop = { id: uuid, number: 'DN-1/1', status: 'delivered', delivered_at: null, received_by: null, lines: [] }

describe.each(['de', 'pl'] as const)(
  'the page of a delivery note in %s has no English beside the paper',
  (language) => {
    async function show(body: object | null, status = 200, isDrop = false) {
      serve(() => ({ status, body: body && { ...note, client_language: language, ...body } }))
      const Page = isDrop ? PartialDeliveryNotePage : DeliveryNotePage
      showTo(
        'client',
        <MemoryRouter>
          <Page id={uuid} />
        </MemoryRouter>,
      )
      await screen.findByRole('combobox')
      await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
      await expectNoEnglish(language, parts)
    }
    test.each(['planned', 'ready', 'out', 'partially_delivered', 'delivered', 'failed'])('%s', async (status) => {
      await show({ status })
      cleanup()
      await show({ status, method: 'pickup', delivered_on: null, planned_on: null })
    })
    test('of a drop, and of none', async () => {
      await show({ drop: uuid, drops: [{ ...drop, delivered_on: '2026-12-02' }] }, 200, true)
      cleanup()
      await show({ drop: uuid, drops: [{ ...drop, delivered_on: null }], method: 'pickup' }, 200, true)
      cleanup()
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue([language])
      await show(null)
      cleanup()
      await show(null, 500)
    })
  },
)
