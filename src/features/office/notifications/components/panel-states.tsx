import { Group, Skeleton, Stack } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import type { Show } from './panel-tools'

/** The panel with nothing in it (spec 2 §8). */
export const NothingToShow = ({ show }: { show: Show }) =>
  show === 'all' ? (
    <EmptyScreen icon={<IconBellCheck stroke={1.5} />} title="No notifications">
      No notifications found for the selected time period
    </EmptyScreen>
  ) : (
    <EmptyScreen icon={<IconBellCheck stroke={1.5} />} title="All caught up!">
      No unread notifications to show
    </EmptyScreen>
  )

export const PanelSkeleton = () => (
  <Stack gap="md" p="md" aria-hidden>
    {[1, 2, 3, 4].map((line) => (
      <Group key={line} wrap="nowrap" align="flex-start">
        <Skeleton circle height={32} />
        <Stack gap={6} flex={1}>
          <Skeleton height={12} width="70%" />
          <Skeleton height={10} width="90%" />
        </Stack>
      </Group>
    ))}
  </Stack>
)
