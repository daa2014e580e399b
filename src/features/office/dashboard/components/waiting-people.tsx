import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { waitingPeopleQuery } from '../api/waiting-people.query'
import { Tile } from './tile'

const sources = [{ topic: topics.page('contacts'), tables: ['user_roles', 'contacts'] }]

/** For who may verify people: how many wait. Nothing while nobody does. */
export function WaitingPeople() {
  const { role } = useRights()
  const waiting = useQuery(waitingPeopleQuery)
  useLive(waitingPeopleQuery.queryKey, sources, { pollEvery: 30_000 })
  if (!waiting.data) return null
  return (
    <Tile
      label="Waiting for verification"
      query={waiting}
      value={(count) => count}
      isUrgent={() => true}
      to={role === 'admin' ? linkTo('/admin/user-verification') : null}
    />
  )
}
