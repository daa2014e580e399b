import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RecordLink } from '@/shared/ui/page/record-links'
import { shortOfOrderQuery } from '../api/order.query'

/** The pieces of an order that are short though their jobs are made; nothing where none is, or where fewer are enough. */
export function ShortPieces({ orderId }: { orderId: string }) {
  const { data = [] } = useQuery(shortOfOrderQuery(orderId))
  const open = data.filter(({ why }) => why === null)
  return open.length === 0 ? null : (
    <Alert color="yellow" title="Pieces are short, and nobody makes them">
      {open.map(({ job_id, job_number, title, qty, short }) => (
        <Text key={job_id} size="sm">
          {short} of {qty}: {title},{' '}
          <RecordLink kind="job" id={job_id}>
            {job_number}
          </RecordLink>
        </Text>
      ))}
    </Alert>
  )
}
