import { Badge } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { StatusBadge } from '@/kit/record/status-badge'

type Refunds = { refunds: readonly { kind: string }[] }

/** Whether a payment was taken back. That is no refund: its money never came from this client. */
export const isTakenBack = ({ refunds }: Refunds): boolean => refunds.some(({ kind }) => kind === 'reversal')

export const PaymentStatus = ({ of }: { of: Refunds & { status: string } }) =>
  isTakenBack(of) ? (
    <Badge component="span" variant="light" color="magenta" leftSection={<IconX size={12} aria-hidden />}>
      Taken back
    </Badge>
  ) : (
    <StatusBadge kind="payment" status={of.status} />
  )
