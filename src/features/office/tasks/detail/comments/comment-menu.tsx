import { Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { confirmRemoval } from '@/kit/confirm'
import { LateMenu } from '@/kit/menu/late-menu'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { removeComment } from '@/features/office/tasks/api/detail/change-comment.mutation'
import { commentsKey, type TaskComment } from '@/features/office/tasks/api/detail/comments.query'
import { reasonOf, sayError, withReason } from '../toasts'

type CommentMenuProps = { taskId: string; comment: TaskComment; onEdit: () => void }

/** What its author can do with a comment. */
export function CommentMenu({ taskId, comment, onEdit }: CommentMenuProps) {
  const queryClient = useQueryClient()
  const remove = useActMutation({
    mutationFn: () => removeComment(comment.id),
    onError: (error) => sayError(withReason('Failed to delete comment', reasonOf(error)), 'Error'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: commentsKey(taskId) }),
  })
  const ask = () =>
    confirmRemoval({
      title: 'Delete this comment?',
      text: 'It goes for everybody, with its files.',
      confirm: 'Delete comment',
      onConfirm: () => remove.mutate(),
    })
  return (
    <LateMenu
      id={`comment-menu-${comment.id}`}
      label="Change or delete this comment"
      icon={<IconDots size={16} stroke={1.5} aria-hidden />}
    >
      {(menu) => (
        <Menu {...menu.props}>
          <Menu.Target>{menu.target}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />} onClick={onEdit}>
              Edit
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />} onClick={ask}>
              Delete…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </LateMenu>
  )
}
