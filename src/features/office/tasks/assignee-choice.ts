import type { OptionsFilter } from '@mantine/core'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import type { Role } from '@/shared/domain/people/role'
import type { Colleague } from './api/staff.query'

export const roleText = (role: Role): string => role.replaceAll('_', ' ')

/** The options of the assignee picker: name and role, so that both can be searched (spec 2 §5). */
export const assigneeChoices = (staff: readonly Colleague[]): { value: string; label: string }[] =>
  staff.map(({ userId, name, role }) => ({ value: userId, label: `${name} · ${roleText(role)}` }))

/** Matches a part of the name or role, without regard to case and accents. Role keys such as `team_member` match too. */
export const assigneeFilter: OptionsFilter = ({ options, search }) => {
  const wanted = foldAccents(search.replaceAll('_', ' ')).trim()
  return options.filter((option) => 'label' in option && foldAccents(option.label).includes(wanted))
}

/**
 * The names of people by id, joined in one line. A missing person is Unknown (spec 2 §8); empty while staff are
 * loading.
 */
export function namesOf(staff: readonly Colleague[] | undefined, userIds: readonly (string | null)[]): string {
  if (!staff) return ''
  return userIds.map((id) => staff.find(({ userId }) => userId === id)?.name ?? 'Unknown').join(', ')
}
