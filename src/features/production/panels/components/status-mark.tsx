import { Badge } from '@mantine/core'
import { panelStatuses } from '../panel'

/** The status of a panel. */
export function StatusMark({ status }: { status: string }) {
  const { label, colour } = panelStatuses[status] ?? { label: status, colour: 'gray' }
  return (
    <Badge component="span" color={colour} variant="light" style={{ flex: 'none' }}>
      {label}
    </Badge>
  )
}
