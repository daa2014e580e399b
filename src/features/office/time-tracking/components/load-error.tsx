import { Problem } from '@/shared/ui/page/problem'

/** What could not be read, and a way to try again. */
export const LoadError = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <Problem onRetry={onRetry}>{`${what} could not be read`}</Problem>
)
