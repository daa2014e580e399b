import { Badge } from '@mantine/core'

/** The sign of a contact that gets no more work on account. */
export const OnStopBadge = ({ size = 'sm', ml }: { size?: 'xs' | 'sm'; ml?: 'xs' }) => (
  <Badge size={size} color="magenta" variant="filled" {...(ml ? { ml } : {})}>
    On stop
  </Badge>
)
