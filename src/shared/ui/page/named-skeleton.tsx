import { Skeleton } from '@mantine/core'

type NamedSkeletonProps = { label: string; height: number; className?: string | undefined }

/** A skeleton with the size of the coming block, and a label for screen readers. Height in px. */
export const NamedSkeleton = ({ label, height, className = '' }: NamedSkeletonProps) => (
  <Skeleton role="status" aria-label={label} height={height} className={className} />
)
