import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { storyOf } from '@/kit/record/story.query'
import { dayText } from '@/shared/domain/formats'
import { type Order, orderKey } from '../api/order.query'
import { depositHref, isDepositDue } from '../deposit'

/** That the client said the deposit is on its way, while it is not here. */
export function AnnouncedTransfer({ row, mayRecord }: { row: Order; mayRecord: boolean }) {
  const story = useQuery({ ...storyOf('order', row.id, orderKey(row.id)), enabled: isDepositDue(row) })
  const told = isDepositDue(row) ? story.data?.find(({ type }) => type === 'transfer_told') : undefined
  if (!told) return null
  return (
    <Alert title="Transfer announced">
      {`The client said on ${dayText(told.at)} that the deposit was sent by bank transfer.`}
      {mayRecord ? (
        <div>
          <Button component={Link} to={depositHref(row)} size="xs" mt="xs">
            Record the deposit
          </Button>
        </div>
      ) : null}
    </Alert>
  )
}
