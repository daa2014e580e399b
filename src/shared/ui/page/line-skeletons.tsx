import { Skeleton, Stack } from '@mantine/core'

/** A skeleton with the shape of the list. */
export const LineSkeletons = ({ count, height }: { count: number; height: number }) => (
  <Stack gap="sm" aria-hidden>
    {Array.from({ length: count }, (_, line) => (
      <Skeleton key={line} height={height} />
    ))}
  </Stack>
)
