import { Skeleton, Stack } from '@mantine/core'

/** A list that is still being read, in the shape of what comes. */
export const LineSkeletons = ({ count, height }: { count: number; height: number }) => (
  <Stack gap="sm" aria-hidden>
    {Array.from({ length: count }, (_, line) => (
      <Skeleton key={line} height={height} />
    ))}
  </Stack>
)
