import { Button, Skeleton, Stack } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { Problem } from '@/shared/ui/page/problem'
import type { TaskFilter } from '../api/tasks.query'

export const ListProblem = ({ retry }: { retry: () => void }) => (
  <Problem onRetry={retry}>The tasks could not be read</Problem>
)

export function NoTasks({ filter, onShowAll }: { filter: TaskFilter; onShowAll: () => void }) {
  const narrowed =
    filter.status !== null ||
    filter.due !== null ||
    filter.clientId !== null ||
    filter.personId !== null ||
    filter.about !== null ||
    filter.text.length >= 2
  const filtered = narrowed || filter.scope !== 'all'
  return (
    <EmptyScreen
      icon={<IconChecklist stroke={1.5} />}
      title={filter.scope === 'mine' && !narrowed ? 'Nothing is assigned to you' : 'No tasks here'}
      actions={
        filtered ? (
          <Button variant="default" onClick={onShowAll}>
            Show all tasks
          </Button>
        ) : null
      }
    >
      {filtered ? 'Other tasks may be waiting under another filter.' : 'Add the first one with Add task.'}
    </EmptyScreen>
  )
}

export const ListSkeleton = () => (
  <Stack gap="sm" aria-hidden>
    {[1, 2, 3, 4, 5, 6].map((line) => (
      <Skeleton key={line} height={36} />
    ))}
  </Stack>
)
