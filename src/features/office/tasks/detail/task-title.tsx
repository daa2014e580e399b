import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { hasTitle, titleProblem } from '@/shared/domain/tasks/task'
import { TheirsOrMine } from '@/shared/ui/page/theirs-or-mine'
import { saveTitle } from '../api/detail/save-text.mutation'
import type { TaskDetail } from '../api/detail/task-detail.query'
import { focusBack } from './focus-back'
import { useTellMentioned } from './comments/use-tell-mentioned'
import { useTextEdit } from './text/use-text-edit'

type TaskTitleProps = { task: TaskDetail; mayChange: boolean; onTyped: () => void }

/** The title of a task. */
export function TaskTitle({ task, mayChange, onTyped }: TaskTitleProps) {
  const tellMentioned = useTellMentioned(task)
  const title = useTextEdit({
    taskId: task.id,
    of: 'title',
    now: task.title,
    save: async ({ id, seen, text }) => {
      const wanted = text.trim()
      const outcome = await saveTitle(task.id, { seen, wanted })
      if (outcome === 'saved') await tellMentioned({ title: seen }, { title: wanted }, id)
      return outcome
    },
  })

  const isAsked = Object(useLocation().state).edit === 'title' && mayChange
  const startEdit = useEffectEvent(() => {
    if (!title.edit) title.start()
  })
  useEffect(() => {
    if (isAsked) startEdit()
  }, [isAsked])

  if (!title.edit || !mayChange) {
    return (
      <Group gap={4} align="flex-start" wrap="nowrap" flex={1} miw={0}>
        <Text component="h2" fz="h2" lh="1.75rem" fw={650} m={0} style={{ overflowWrap: 'anywhere' }}>
          {task.title}
        </Text>
        {mayChange ? (
          <ActionIcon aria-label="Edit title" size={28} ref={title.wasEdited ? focusBack : null} onClick={title.start}>
            <IconPencil size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
    )
  }
  const { text } = title.edit
  const problem = !hasTitle({ title: text }) ? 'A task needs a title.' : titleProblem(text)
  const save = () => {
    if (problem === null) title.save()
  }
  return (
    <Stack gap="xs" flex={1}>
      <Textarea
        aria-label="Title"
        autosize
        minRows={1}
        maxRows={6}
        autoFocus
        data-mantine-stop-propagation
        value={text}
        error={problem}
        readOnly={title.isSaving}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
        onChange={(event) => {
          title.write(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))
          onTyped()
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') title.close()
          if (event.key !== 'Enter') return
          event.preventDefault()
          save()
        }}
      />
      {title.theirs === null ? (
        <Group gap="xs">
          <Button size="compact-md" fz="sm" loading={title.isSaving} disabled={problem !== null} onClick={save}>
            Save title
          </Button>
          <Button size="compact-md" fz="sm" variant="default" onClick={title.close}>
            Cancel
          </Button>
        </Group>
      ) : (
        <TheirsOrMine
          title="Somebody else changed the title meanwhile. Yours is not saved yet. Theirs:"
          mine="Save mine over it"
          onTheirs={title.close}
          onMine={title.saveMine}
        >
          <Text size="sm" w="100%" style={{ overflowWrap: 'anywhere' }}>
            {title.theirs}
          </Text>
        </TheirsOrMine>
      )}
    </Stack>
  )
}
