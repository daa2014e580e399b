import { Avatar, Tooltip } from '@mantine/core'
import type { Present } from '@/streams/presence/roster'
import type { Colleague } from '../api/staff.query'
import { nameOf, pictureOf } from './people'

const mostShown = 5

/** Who else is looking at this task right now. */
export function PresenceRow({
  others,
  staff,
}: {
  others: readonly Present[]
  staff: readonly Colleague[] | undefined
}) {
  if (others.length === 0 || !staff) return null
  const names = others.map(({ userId }) => nameOf(staff, userId, 'Someone'))
  return (
    <Tooltip label={`Also looking: ${names.join(', ')}`}>
      <Avatar.Group role="img" aria-label={`Also looking: ${names.join(', ')}`} spacing={6}>
        {others.slice(0, mostShown).map(({ userId }) => (
          <Avatar
            key={userId}
            src={pictureOf(staff, userId)}
            name={nameOf(staff, userId, 'Someone')}
            color="process"
            size={28}
            alt=""
          />
        ))}
        {others.length > mostShown ? <Avatar size={28}>+{others.length - mostShown}</Avatar> : null}
      </Avatar.Group>
    </Tooltip>
  )
}
