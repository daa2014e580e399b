import { Avatar, Tooltip } from '@mantine/core'
import { PersonAvatar } from '../parts/person-avatar'

const mostShown = 5

/** The other people who look at this record now. */
export function PeopleHere({ people }: { people: readonly { id: string; name: string; picture: string | null }[] }) {
  if (people.length === 0) return null
  const label = `Also looking: ${people.map(({ name }) => name).join(', ')}`
  return (
    <Tooltip label={label}>
      <Avatar.Group role="img" aria-label={label} spacing={6}>
        {people.slice(0, mostShown).map(({ id, name, picture }) => (
          <PersonAvatar key={id} src={picture} name={name} size={28} />
        ))}
        {people.length > mostShown ? <Avatar size={28}>+{people.length - mostShown}</Avatar> : null}
      </Avatar.Group>
    </Tooltip>
  )
}
