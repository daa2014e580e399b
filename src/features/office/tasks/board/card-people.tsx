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
        <span key={userId} className={classes.face}>
          {faceOf(staff?.find((colleague) => colleague.userId === userId))}
        </span>
      ))}
      {userIds.length > mostShown ? <span className={classes.face}>+{userIds.length - mostShown}</span> : null}
    </span>
  )
}

/** The picture lies over the initials, which show until it is there. */
function faceOf(colleague: Colleague | undefined) {
  const [first = '?', ...others] = colleague?.name.split(' ') ?? []
  return (
    <>
      {`${[...first][0] ?? ''}${[...(others.at(-1) ?? '')][0] ?? ''}`.toUpperCase()}
      {colleague?.avatarUrl ? <img src={colleague.avatarUrl} alt="" /> : null}
    </>
  )
}
