import type { OptionsFilter } from '@mantine/core'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import type { Role } from '@/shared/domain/people/role'
import type { Colleague } from './api/staff.query'

export const roleText = (role: Role): string => role.replaceAll('_', ' ')

/** How a colleague stands in the picker: by name and role, so that searching finds either (spec 2 §5). */
export const assigneeChoices = (staff: readonly Colleague[]): { value: string; label: string }[] =>
  staff.map(({ userId, name, role }) => ({ value: userId, label: `${name} · ${roleText(role)}` }))

/** By part of the name or of the role, whatever the case and the accents; a role also as the system writes it. */
export const assigneeFilter: OptionsFilter = ({ options, search }) => {
  const wanted = foldAccents(search.replaceAll('_', ' ')).trim()
  return options.filter((option) => 'label' in option && foldAccents(option.label).includes(wanted))
}

/** Names of people by id, in one line. Whoever is gone is Unknown (spec 2 §8); nothing while staff are being read. */
export function namesOf(staff: readonly Colleague[] | undefined, userIds: readonly (string | null)[]): string {
  if (!staff) return ''
  return userIds.map((id) => staff.find(({ userId }) => userId === id)?.name ?? 'Unknown').join(', ')
}
