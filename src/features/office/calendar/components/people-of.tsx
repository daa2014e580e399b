import { Avatar } from '@mantine/core'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'
import type { Entry } from '../entry'
import { useCalendar } from './calendar-context'

/** The people of an entry as small signs. */
export function PeopleOf({ entry }: { entry: Entry }) {
  const { nameOf } = useCalendar()
  const names = entry.people.flatMap((id) => nameOf(id) ?? [])
  if (names.length === 0) return null
  return (
    <Avatar.Group spacing={6}>
      {names.slice(0, 3).map((name) => (
        <PersonAvatar key={name} name={name} size={24} alt={name} />
      ))}
      {names.length > 3 ? <Avatar size={24}>+{names.length - 3}</Avatar> : null}
    </Avatar.Group>
  )
}
