import type { Person } from './api/current-person.query'

type Read = { isPending: boolean; person: Pick<Person, 'name' | 'lastName'> | undefined; email: string }

/**
 * The name of a signed-in person: first and last name, else the part of the e-mail before the at sign. Empty while the
 * record is read, so that nobody is greeted by the name of their mailbox first.
 */
export function personName({ isPending, person, email }: Read): string {
  if (isPending) return ''
  const written = [person?.name, person?.lastName].filter(Boolean).join(' ').trim()
  return written || email.split('@', 1)[0] || 'New User'
}
