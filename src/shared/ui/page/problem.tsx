import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** An error as words, with a retry button if it can be retried. */
export const Problem = ({
  children,
  onRetry,
  again = 'Try again',
}: {
  children: ReactNode
  onRetry?: () => void
  /** The label of the retry button in the reader's language. */
  again?: string
}) => (
  <Alert color="red" mb="md" role="alert" icon={<IconAlertTriangle aria-hidden />} title={children}>
    {onRetry ? (
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {again}
      </Button>
    ) : null}
  </Alert>
)
