import { uuidOf } from '@/shared/domain/uuid'

export type CreditFilter = { show: 'open' | 'decided'; client: string | null }
export type CreditPlace = { kind: 'list' } | { kind: 'new' } | { kind: 'one'; id: string }

export const readCreditFilter = (search: URLSearchParams): CreditFilter => ({
  show: search.get('show') === 'decided' ? 'decided' : 'open',
  client: uuidOf(search.get('client')),
})

export function readCreditPlace(search: URLSearchParams): CreditPlace {
  const id = uuidOf(search.get('application'))
  if (id) return { kind: 'one', id }
  return search.has('new') ? { kind: 'new' } : { kind: 'list' }
}

/** The same address with some of it changed; null takes a part away. */
export function withCredit(
  search: URLSearchParams,
  change: { show?: 'open' | 'decided'; client?: string | null; application?: string | null; new?: 'yes' | null },
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value === null || (name === 'show' && value === 'open')) next.delete(name)
    else if (value !== undefined) next.set(name, value)
  }
  return next
}
