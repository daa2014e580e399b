import { type Role, roles } from '@/shared/domain/people/role'
import { roleSchema } from '@/shared/domain/people/role-schema'

export const roleLabel = (role: Role): string => {
  const words = role.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type GivenRole = Exclude<Role, 'pending'>

const given = (role: Role): role is GivenRole => role !== 'pending'

/** The roles that a person may give: only admins make admins, and nobody is set back to pending. */
export const rolesToGive = (own: Role | null): GivenRole[] =>
  roles.filter(given).filter((role) => role !== 'admin' || own === 'admin')

export const roleOptions = (offered: readonly Role[]) =>
  offered.map((role) => ({ value: role, label: roleLabel(role) }))

/** The question before a person becomes admin. */
export const adminWords = (name: string) => ({
  title: `Make ${name} an admin?`,
  text: 'An admin sees and changes everything: all records and amounts, the rights of every role, accounts, and the settings of the company. Only an admin can take it back.',
  confirm: 'Make admin',
})

/** The value of a select as a role that may be given; null for anything else. */
export function readRole(value: string | null): GivenRole | null {
  const role = roleSchema.safeParse(value)
  return role.success && given(role.data) ? role.data : null
}
