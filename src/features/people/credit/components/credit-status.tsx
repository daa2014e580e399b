import { Badge } from '@mantine/core'
import { creditStatusOf } from '../credit-application.actors'

const shown = {
  draft: { label: 'Draft', variant: 'default' as const, color: 'gray' },
  submitted: { label: 'Waiting for approval', variant: 'filled' as const, color: 'yellow.4' },
  approved: { label: 'Approved', variant: 'light' as const, color: 'cyan' },
  declined: { label: 'Refused', variant: 'light' as const, color: 'magenta' },
  withdrawn: { label: 'Withdrawn', variant: 'default' as const, color: 'gray' },
}

export function CreditStatusBadge({ status }: { status: string }) {
  const { label, variant, color } = shown[creditStatusOf(status)]
  return (
    <Badge component="span" variant={variant} color={color} autoContrast>
      {label}
    </Badge>
  )
}
