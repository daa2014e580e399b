import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { colleaguesQuery } from '../../shared/api/colleagues.query'
import { stateOf } from '../request-filters'

export function RequestState({ status }: { status: string }) {
  return (
    <Badge variant="light" color={stateOf(status)?.colour ?? 'gray'}>
      {stateOf(status)?.label ?? status}
    </Badge>
  )
}

/** Who answered or declined; nothing where the system did. */
export function SettledBy({ id }: { id: string | null }) {
  const { data: colleagues = [] } = useQuery(colleaguesQuery)
  return <>{colleagues.find((each) => each.id === id)?.name ?? ''}</>
}
