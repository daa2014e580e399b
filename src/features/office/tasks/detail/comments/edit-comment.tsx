import { Button, Group, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { canBeAdded } from '@/shared/domain/text/comment'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { RichTextField } from '@/shared/ui/rich-text/rich-text-field'
import { changeComment } from '@/features/office/tasks/api/detail/change-comment.mutation'
import { commentsKey, type TaskComment } from '@/features/office/tasks/api/detail/comments.query'
import { mentionableQuery } from '@/features/office/tasks/api/detail/mentionable.query'
import { suggestMentions } from '@/features/office/tasks/quick-add/suggest-mentions'
import { reasonOf, sayError, withReason } from '../toasts'

type EditCommentProps = { taskId: string; comment: TaskComment; onTyped: () => void; onDone: () => void }

/** The text of one's own comment, to be changed. Its files stay. */
export function EditComment({ taskId, comment, onTyped, onDone }: EditCommentProps) {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  const people = useQuery(mentionableQuery).data ?? []
  const [html, setHtml] = useState(comment.content)
  const save = useActMutation({
    mutationFn: () => changeComment(comment.id, html),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: commentsKey(taskId) })
      onDone()
    },
    onError: (error) => sayError(withReason('Failed to change comment', reasonOf(error)), 'Error'),
  })
  const maySave = canBeAdded({ html, files: comment.attachments.length })
  return (
    <Stack
      gap="xs"
      onKeyDownCapture={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onDone()
        }
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        if (maySave) save.mutate()
      }}
    >
      <RichTextField
        label="Change comment"
        isLabelHidden
        minHeight={72}
        hasTables
        value={html}
        disabled={save.isPending}
        onChange={(text) => {
          setHtml(text)
          onTyped()
        }}
        suggest={suggestMentions(people, user.id)}
      />
      <Group gap="xs">
        <Button size="compact-md" fz="sm" loading={save.isPending} disabled={!maySave} onClick={() => save.mutate()}>
          Save comment
        </Button>
        <Button size="compact-md" fz="sm" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}
