import { Avatar, Tooltip } from '@mantine/core'
import type { Colleague } from '../api/staff.query'
import { namesOf } from '../assignee-choice'
import classes from './board.module.css'

const mostShown = 4

type CardPeopleProps = { userIds: readonly string[]; staff: readonly Colleague[] | undefined }

/** Who does a task, as faces; their names are said, and shown under the mouse. */
export function CardPeople({ userIds, staff }: CardPeopleProps) {
  const names = namesOf(staff, userIds)
  return (
    <Tooltip label={names} openDelay={300}>
      <Avatar.Group role="img" aria-label={names} spacing={6} className={classes.faces}>
        {userIds.slice(0, mostShown).map((userId) => (
          <Avatar
            key={userId}
            src={staff?.find((colleague) => colleague.userId === userId)?.avatarUrl ?? null}
            name={namesOf(staff, [userId])}
            color="process"
            size={24}
            alt=""
          />
        ))}
        {userIds.length > mostShown ? <Avatar size={24}>+{userIds.length - mostShown}</Avatar> : null}
      </Avatar.Group>
    </Tooltip>
  )
}
