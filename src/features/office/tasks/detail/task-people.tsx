import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { isMember, mayChange, mayMakePrivate } from '@/shared/domain/tasks/task-rights'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { pickFirst } from '@/shared/hooks/pick-first'
import { assignPeople } from '../api/assign-people.mutation'
import { readyMarksQuery } from '../api/detail/ready-marks.query'
import type { Colleague } from '../api/staff.query'
import type { TaskDetail } from '../api/detail/task-detail.query'
import { taskKey } from '../api/tasks.query'
import { assigneeChoices, assigneeFilter } from '../assignee-choice'
import { nameOf } from './people'
import { PersonMark } from './person-mark'
import { ReadyButton } from './ready-button'
import { sayError } from './toasts'

type TaskPeopleProps = { task: TaskDetail; staff: readonly Colleague[] | undefined }

/** The creator of the task, its assignees, and who is ready. */
export function TaskPeople({ task, staff }: TaskPeopleProps) {
  const user = useCurrentUser()
  const marks = useQuery(readyMarksQuery(task.id))
  const [choosing, setChoosing] = useState(false)
  const isReady = (userId: string | null) => marks.data?.some((mark) => mark.user_id === userId && mark.ready) ?? false
  const people = [task.created_by, ...task.assignees.filter((id) => id !== task.created_by)]

  return (
    <Stack gap="xs">
      <Stack component="ul" gap={6} m={0} p={0} aria-label="People" style={{ listStyle: 'none' }}>
        {people.map((userId, position) => (
          <Group component="li" key={userId ?? position} gap="xs" wrap="nowrap">
            <PersonMark userId={userId} staff={staff} />
            <Text size="sm" lh={1.3} flex={1} style={{ overflowWrap: 'anywhere' }}>
              {nameOf(staff, userId)}
              <Text span size="xs" c="dimmed" display="block">
                {roleIn(task, userId)}
              </Text>
            </Text>
            {isReady(userId) ? (
              <Group gap={4} c="var(--mantine-color-anchor)" wrap="nowrap">
                <IconCircleCheckFilled size={16} aria-hidden />
                <Text span size="xs" fw={600}>
                  Ready
                </Text>
              </Group>
            ) : null}
          </Group>
        ))}
      </Stack>
      {isMember(task, user.id) && marks.data ? (
        <ReadyButton task={task} row={marks.data.find((mark) => mark.user_id === user.id)} />
      ) : null}
      {!mayChange(task, user) || !staff ? null : choosing ? (
        <ChooseAssignees task={task} staff={staff} onDone={() => setChoosing(false)} />
      ) : (
        <Button variant="subtle" size="compact-sm" w="fit-content" ml={-8} onClick={() => setChoosing(true)}>
          Change assignees
        </Button>
      )}
    </Stack>
  )
}

function ChooseAssignees({
  task,
  staff,
  onDone,
}: {
  task: TaskDetail
  staff: readonly Colleague[]
  onDone: () => void
}) {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  /** The assignees when the choice began. People whom others add meanwhile stay. */
  const [seen] = useState(task.assignees)
  const [chosen, setChosen] = useState<string[]>(seen)
  const save = useActMutation({
    mutationFn: () => assignPeople({ task: { ...task, assignees: seen }, assignees: chosen }),
    onSuccess: onDone,
    onError: () => sayError('Failed to update task', 'Error'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: taskKey(task.id) }),
  })
  const problem =
    chosen.length === 0 && !mayMakePrivate(task, user.id) ? 'Only its creator makes a task private.' : null

  return (
    <Stack gap="xs">
      <MultiSelect
        label="Assignees"
        placeholder="Search by name or role"
        description={chosen.length === 0 ? 'Without assignees the task is private to its creator.' : null}
        error={problem}
        searchable
        filter={assigneeFilter}
        hidePickedOptions
        autoFocus
        onKeyDownCapture={pickFirst}
        value={chosen}
        onChange={setChosen}
        data={assigneeChoices(staff)}
        nothingFoundMessage="Nobody found"
        comboboxProps={{ withinPortal: true }}
      />
      <Group gap="xs">
        <Button
          size="compact-md"
          fz="sm"
          loading={save.isPending}
          disabled={problem !== null}
          onClick={() => save.mutate()}
        >
          Save assignees
        </Button>
        <Button size="compact-md" fz="sm" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}

function roleIn(task: TaskDetail, userId: string | null): string {
  const isCreator = userId === task.created_by
  const isAssignee = userId !== null && task.assignees.includes(userId)
  return isCreator ? (isAssignee ? 'Creator and assignee' : 'Creator') : 'Assignee'
}
