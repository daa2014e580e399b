import { Group, Progress, Text } from '@mantine/core'

type ShareBarProps = {
  /** What is counted, for screen readers: `Delivered`. */
  label: string
  /** From 0 to 100. */
  share: number
  /** Beside the bar, such as `3 of 5`; the share in percent without it. */
  words?: string
  width?: number | string
}

/** How much of something is done, as a bar and in words. */
export function ShareBar({ label, share, words, width = 56 }: ShareBarProps) {
  const text = words ?? `${Math.trunc(share)} %`
  return (
    <Group component="span" gap={6} wrap="nowrap" style={{ display: 'inline-flex' }}>
      <Progress.Root size="sm" w={width} style={{ flex: 'none' }}>
        <Progress.Section
          value={share}
          color={share >= 100 ? 'green' : 'process'}
          aria-label={label}
          aria-valuetext={text}
        />
      </Progress.Root>
      <Text component="span" size="xs" c="dimmed" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Text>
    </Group>
  )
}
