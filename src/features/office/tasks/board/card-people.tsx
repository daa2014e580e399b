import { personColour } from '@/shared/domain/people/person-hue'
import type { Colleague } from '../api/staff.query'
import { namesOf } from '../assignee-choice'
import classes from './board.module.css'

const mostShown = 4

type CardPeopleProps = { userIds: readonly string[]; staff: readonly Colleague[] | undefined }

/** Who does a task, as faces; their names are said, and shown under the mouse. */
export function CardPeople({ userIds, staff }: CardPeopleProps) {
  const names = namesOf(staff, userIds)
  return (
    <span role="img" aria-label={names} title={names} className={classes.faces}>
      {userIds.slice(0, mostShown).map((userId) => (
        <Face key={userId} of={staff?.find((colleague) => colleague.userId === userId)} />
      ))}
      {userIds.length > mostShown ? <span className={classes.face}>+{userIds.length - mostShown}</span> : null}
    </span>
  )
}

/** In the person's colour. The picture lies over the initials, which show until it is there. */
function Face({ of }: { of: Colleague | undefined }) {
  const [first = '?', ...others] = of?.name.split(' ') ?? []
  return (
    <span className={classes.face} style={of ? { background: personColour(of.name), color: '#fff' } : undefined}>
      {`${[...first][0] ?? ''}${[...(others.at(-1) ?? '')][0] ?? ''}`.toUpperCase()}
      {of?.avatarUrl ? <img src={of.avatarUrl} alt="" /> : null}
    </span>
  )
}
