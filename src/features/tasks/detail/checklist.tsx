import { Checkbox, Group, Progress, Stack, Text } from '@mantine/core'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { readChecklist } from '@/shared/domain/task-checklist'
import classes from './checklist.module.css'
import { liveChecklist } from './task-detail.actors'
import { sayError, saySuccess } from './toasts'

type ChecklistProps = { taskId: string; description: string; mayTick: boolean }

/** The checklist inside a task's description (spec 2 §4). */
export function Checklist({ taskId, description, mayTick }: ChecklistProps) {
  const list = useActorRef(
    useMemo(() => liveChecklist(taskId), [taskId]),
    { input: { description } },
  )
  const shown = useSelector(list, (state) => state.context.description)
  const saving = useSelector(list, (state) => state.hasTag('saving'))

  useEffect(() => list.send({ type: 'description.heard', description }), [list, description])
  useEffect(() => {
    const saved = list.on('checklist.saved', () =>
      saySuccess('Task todo list has been updated successfully.', 'Todo updated'),
    )
    const failed = list.on('checklist.failed', () => sayError('Failed to update todo. Please try again.', 'Error'))
    return () => {
      saved.unsubscribe()
      failed.unsubscribe()
    }
  }, [list])

  const { items } = readChecklist(shown)
  if (items.length === 0) return null
  const done = items.filter(({ completed }) => completed).length
  return (
    <Stack component="section" gap="xs" aria-label="Checklist">
      <Group gap="sm" wrap="nowrap">
        <Text component="h3" fw={650} size="sm" m={0}>
          Checklist
        </Text>
        <Progress value={(done / items.length) * 100} size="sm" flex={1} aria-hidden />
        <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {done} of {items.length}
        </Text>
      </Group>
      <Stack gap={6} className={classes.lines}>
        {items.map(({ key, text, completed }) => (
          <Checkbox
            key={key}
            label={
              <Text span size="sm" {...(completed ? { td: 'line-through', c: 'dimmed' } : {})}>
                {text}
              </Text>
            }
            checked={completed}
            disabled={saving || !mayTick}
            onChange={(event) => list.send({ type: 'item.tick', key, completed: event.currentTarget.checked })}
          />
        ))}
      </Stack>
    </Stack>
  )
}
