import { Alert, Button } from '@mantine/core'

/** What could not be read, and a way to try again. */
export const Unread = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <Alert color="red" title={`${what} could not be read`}>
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      Try again
    </Button>
  </Alert>
)
