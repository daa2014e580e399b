// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import type { ContactCardRow } from '../api/contact.query'
import { Relations } from './relations'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ann = {
  id: 'ann',
  type: 'Person',
  name: 'Ann',
  last_name: 'Borg',
  company: null,
  email: null,
  phone: null,
  mobile: null,
}
const bakery = { ...ann, id: 'bakery', type: 'Business', name: 'Bakery Ltd', last_name: null, company: 'Bakery Ltd' }
const relation = (other: object, is_primary: boolean) => [{ id: 'r', relation: 'works_for', is_primary, other }]

function show(card: object, { isPrimary = true, papers = true } = {}) {
  const calls: Call[] = serve(({ path }) => {
    if (path.includes('related_contact_id=eq.')) return { body: card === bakery ? relation(ann, isPrimary) : [] }
    if (path.includes('/contact_relations')) return { body: card === ann ? relation(bakery, isPrimary) : [] }
    if (!papers) return { body: [] }
    if (path.includes('/quotations')) return { body: [{ contact_id: 'ann' }, { contact_id: 'ann' }] }
    return { body: path.includes('/invoices') ? [{ contact_id: 'ann' }] : [] }
  })
  showTo(
    'admin',
    <MemoryRouter>
      <Relations card={card as ContactCardRow} mayEdit={false} />
    </MemoryRouter>,
  )
  return calls
}

test.each([
  ['the person', ann],
  ['the business', bakery],
])(
  'the card of %s says that the papers of a person who is linked to a business stay with the person',
  async (_, card) => {
    show(card)
    const said = await screen.findByRole('alert')
    expect(said.textContent).toBe(
      'Papers stay with the personAnn Borg: 2 quotations, 1 invoice.They were made for the person, and stay on that account with what is open of them. New ones are made for Bakery Ltd. To move a quotation that is a draft, choose its client anew.',
    )
  },
)

test('where the relation is not the main one, new papers are not the business’s by themselves', async () => {
  show(ann, { isPrimary: false })
  expect((await screen.findByRole('alert')).textContent).toContain(
    'For new ones, choose Bakery Ltd as the client and the person as its contact.',
  )
})

test('without papers nothing is said', async () => {
  const calls = show(ann, { papers: false })
  await waitFor(() => expect(calls.some(({ path }) => path.includes('/payments'))).toBe(true))
  expect(screen.queryByRole('alert')).toBeNull()
})
