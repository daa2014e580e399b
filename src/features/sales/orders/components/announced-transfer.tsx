import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { storyOf } from '@/kit/record/story.query'
import { dayText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import { useRecordHref } from '@/shared/ui/record-links'
import { type Order, orderKey } from '../api/order.query'
import { depositHref, isDepositDue } from '../deposit'

const toldSchema = z.object({ amount: z.string().optional(), request_id: z.string().optional() }).catch({})

/** That the client said the deposit is on its way, while it is not here, and the way to record it. */
export function AnnouncedTransfer({ row, mayRecord }: { row: Order; mayRecord: boolean }) {
  const hrefOf = useRecordHref()
  const story = useQuery({ ...storyOf('order', row.id, orderKey(row.id)), enabled: isDepositDue(row) })
  const told = isDepositDue(row) ? story.data?.find(({ type }) => type === 'transfer_told') : undefined
  if (!told) return null
  const { amount, request_id } = toldSchema.parse(told.meta)
  const money = amount ? formatMoney(amount, row.currency) : 'the deposit'
  return (
    <Alert title="Transfer announced">
      {`The client said on ${dayText(told.at)} that ${money} ${amount ? 'were' : 'was'} sent by bank transfer.`}
      {mayRecord ? (
        <div>
          <Button
            component={Link}
            // The same payment that the notice opens, filled in with what the client announced.
            to={(request_id ? hrefOf('payment', request_id) : null) ?? depositHref(row)}
            size="xs"
            mt="xs"
          >
            {amount ? `Record ${money}` : 'Record the deposit'}
          </Button>
        </div>
      ) : null}
    </Alert>
  )
}
