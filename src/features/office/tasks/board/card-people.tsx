import { personColour } from '@/shared/domain/people/person-hue'
import type { Colleague } from '../api/staff.query'
import { namesOf } from '../assignee-choice'
import classes from './board.module.css'

const mostShown = 4

type CardPeopleProps = { userIds: readonly string[]; staff: readonly Colleague[] | undefined }

/** The assignees of a task as faces. Their names are labels and tooltips. */
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

/** A face in the person's colour. The initials show until the picture has loaded. */
function Face({ of }: { of: Colleague | undefined }) {
  const [first = '?', ...others] = of?.name.split(' ') ?? []
  return (
    <span className={classes.face} style={of ? { background: personColour(of.name), color: '#fff' } : undefined}>
      {`${[...first][0] ?? ''}${[...(others.at(-1) ?? '')][0] ?? ''}`.toUpperCase()}
      {of?.avatarUrl ? <img src={of.avatarUrl} alt="" /> : null}
    </span>
  )
}
