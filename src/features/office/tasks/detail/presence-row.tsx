import { PeopleHere } from '@/shared/ui/page/people-here'
import type { Present } from '@/streams/presence/roster'
import type { Colleague } from '../api/staff.query'
import { nameOf, pictureOf } from './people'

/** The other people who look at this task now. */
export const PresenceRow = ({
  others,
  staff,
}: {
  others: readonly Present[]
  staff: readonly Colleague[] | undefined
}) =>
  staff ? (
    <PeopleHere
      people={others.map(({ userId }) => ({
        id: userId,
        name: nameOf(staff, userId, 'Someone'),
        picture: pictureOf(staff, userId),
      }))}
    />
  ) : null
