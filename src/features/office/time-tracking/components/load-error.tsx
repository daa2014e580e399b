import { Problem } from '@/shared/ui/page/problem'

/** An error with a retry button. */
export const LoadError = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <Problem onRetry={onRetry}>{`${what} could not be read`}</Problem>
)
