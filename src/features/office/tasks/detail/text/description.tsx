import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { showsNothing } from '@/shared/domain/text/comment'
import { highlightMentions } from '@/shared/domain/text/mention'
import { readChecklist } from '@/shared/domain/tasks/task-checklist'
import { TheirsOrMine } from '@/shared/ui/page/theirs-or-mine'
import { mentionableQuery } from '@/features/office/tasks/api/detail/mentionable.query'
import { saveDescription } from '@/features/office/tasks/api/detail/save-text.mutation'
import type { Colleague } from '@/features/office/tasks/api/staff.query'
import type { TaskDetail } from '@/features/office/tasks/api/detail/task-detail.query'
import { DescriptionForm } from './description-form'
import { RichText } from './rich-text'
import { focusBack } from '../focus-back'
import { useTellMentioned } from '../comments/use-tell-mentioned'
import { useTextEdit } from './use-text-edit'

type DescriptionProps = {
  task: TaskDetail
  staff: readonly Colleague[] | undefined
  mayChange: boolean
  onTyped: () => void
  /** Takes a pasted or dropped file that does not fit into the text. */
  onFile: (file: File) => void
}

/** The description of a task; its checklist is a separate part. */
export function Description({ task, staff, mayChange, onTyped, onFile }: DescriptionProps) {
  const description = task.description ?? ''
  const { text } = readChecklist(description)
  const people = useQuery({ ...mentionableQuery, enabled: mayChange }).data ?? []
  const tellMentioned = useTellMentioned(task)
  const words = useTextEdit({
    taskId: task.id,
    of: 'description',
    now: text,
    save: async ({ id, seen, text: typed }) => {
      const wanted = showsNothing(typed) ? '' : highlightMentions(typed, people)
      const outcome = await saveDescription(task.id, description, { seen, wanted })
      if (outcome === 'saved') await tellMentioned({ description: seen }, { description: wanted }, id)
      return outcome
    },
  })
  const { edit, theirs } = words

  return (
    <Stack component="section" gap={6} aria-label="Description">
      <Group gap="xs" mih={28} justify="space-between">
        <Text component="h3" fw={650} size="sm" m={0}>
          Description
        </Text>
        {mayChange && !edit ? (
          <Button
            variant="subtle"
            size="compact-sm"
            mr={-8}
            leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
            ref={words.wasEdited ? focusBack : null}
            onClick={words.start}
          >
            {showsNothing(text) ? 'Add description' : 'Edit description'}
          </Button>
        ) : null}
      </Group>
      {edit && mayChange ? (
        <DescriptionForm
          task={task}
          value={edit.text}
          people={people}
          isSaving={words.isSaving}
          isDecided={theirs === null}
          onChange={(html) => {
            words.write(html)
            onTyped()
          }}
          onSave={words.save}
          onCancel={words.close}
          onFile={onFile}
        />
      ) : showsNothing(text) ? (
        <Text c="dimmed" size="sm">
          No description.
        </Text>
      ) : (
        <RichText html={text} staff={staff} />
      )}
      {theirs === null ? null : (
        <TheirsOrMine
          title="Somebody else changed the description meanwhile. Yours is not saved yet. Theirs:"
          mine="Save mine over it"
          onTheirs={words.close}
          onMine={words.saveMine}
        >
          <Box w="100%">
            {showsNothing(theirs) ? (
              <Text size="sm">Nothing: they removed it.</Text>
            ) : (
              <RichText html={theirs} staff={staff} />
            )}
          </Box>
        </TheirsOrMine>
      )}
    </Stack>
  )
}
