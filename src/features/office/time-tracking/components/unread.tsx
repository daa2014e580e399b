import { Problem } from '@/shared/ui/problem'

/** What could not be read, and a way to try again. */
export const Unread = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <Problem onRetry={onRetry}>{`${what} could not be read`}</Problem>
)
