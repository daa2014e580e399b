import type { Role } from '../../src/shared/domain/people/role.ts'
import type { Caller } from '../local/contracts.ts'

/** The actors of the database tests. A visitor has no account, a newcomer has one but no role. */
export type Person =
  | 'visitor'
  | 'newcomer'
  | 'pending'
  | 'client'
  | 'otherClient'
  | 'team_member'
  | 'sales'
  | 'accounts'
  | 'account_manager'
  | 'admin'
  | 'colleague'
  | 'otherAdmin'

export const people: Record<Person, { id: string; role: Role | null }> = {
  visitor: { id: id(0), role: null },
  newcomer: { id: id(1), role: null },
  pending: { id: id(2), role: 'pending' },
  client: { id: id(3), role: 'client' },
  otherClient: { id: id(4), role: 'client' },
  team_member: { id: id(5), role: 'team_member' },
  sales: { id: id(6), role: 'sales' },
  accounts: { id: id(7), role: 'accounts' },
  account_manager: { id: id(8), role: 'account_manager' },
  admin: { id: id(9), role: 'admin' },
  colleague: { id: id(10), role: 'team_member' },
  otherAdmin: { id: id(11), role: 'admin' },
}

export const idOf = (person: Person): string => people[person].id
export const emailOf = (person: Person): string => `${person.toLowerCase()}@people.example`

export function callerOf(person: Person): Caller {
  if (person === 'visitor') return { role: 'anon', userId: null, claims: null }
  const userId = idOf(person)
  return {
    role: 'authenticated',
    userId,
    claims: { sub: userId, role: 'authenticated', email: emailOf(person) },
  }
}

function id(number: number): string {
  return `00000000-0000-4000-a000-${String(number).padStart(12, '0')}`
}
