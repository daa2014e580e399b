import { Skeleton } from '@mantine/core'

type NamedSkeletonProps = { label: string; height: number; className?: string | undefined }

/** One block that is still being read, in the size of what comes, and said to who does not see it. Height in px. */
export const NamedSkeleton = ({ label, height, className = '' }: NamedSkeletonProps) => (
  <Skeleton role="status" aria-label={label} height={height} className={className} />
)
