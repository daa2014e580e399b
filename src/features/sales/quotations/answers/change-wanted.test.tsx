// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { StaffThread } from '@/kit/thread/staff-thread'
import { serve, showTo } from '@/shared/ui/testing'
import type { Quotation } from '../api/quotation.query'
import { ChangeWanted } from './change-wanted'
import { useQuotationActions } from '../components/use-quotation-actions'

const id = '5b1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11'

function Page({ status }: { status: string }) {
  const row = { id, status, public_uuid: id, sent_at: '2026-11-25T03:15:00Z', amends: null } as Quotation
  const { primary, actions, mayEdit } = useQuotationActions(row, 0, () => undefined)
  return (
    <>
      <ChangeWanted row={row} mayEdit={mayEdit} />
      <p>Next: {primary?.label}</p>
      <p>Others: {actions.map(({ label }) => label).join(', ')}</p>
      <StaffThread kind="quotation" id={id} page="quotations" mayEdit={mayEdit} />
    </>
  )
}

const open = (status: string) => {
  serve(({ path }) => ({
    body: path.includes('document_events')
      ? [
          {
            id: 1,
            type: 'change_requested',
            actor_name: 'Sarah Micallef',
            meta: { words: 'Please make the fascia 10 cm lower' },
            at: '2026-11-25T03:16:00Z',
          },
        ]
      : [],
  }))
  return showTo('admin', <MemoryRouter children={<Page status={status} />} />)
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('after a wish for a change the next thing is to revise, and the wish stands over the lines with an answer', async () => {
  const user = open('change_requested')
  expect(await screen.findByText('Next: Revise')).toBeTruthy()
  expect(screen.getByText(/Others: .*Record answer/)).toBeTruthy()
  expect(await screen.findByRole('alert', { name: 'Sarah Micallef wants a change' })).toHaveProperty(
    'textContent',
    expect.stringContaining('Please make the fascia 10 cm lower'),
  )
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Your answer'))
})

test('a quotation that waits for its answer is answered first', async () => {
  open('sent')
  expect(await screen.findByText('Next: Record answer')).toBeTruthy()
  expect(screen.getByText(/Others: .*Revise/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
