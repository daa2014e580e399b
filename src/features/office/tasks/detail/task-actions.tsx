import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, IconFileInvoice, IconLink, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { can } from '@/shared/domain/people/permission'
import { mayDelete } from '@/shared/domain/tasks/task-rights'
import { linkTo } from '@/shared/lib/address'
import { useCurrentUser } from '@/shared/hooks/current-user'
import type { TaskDetail } from '../api/detail/task-detail.query'
import { DeleteDialog } from '../list/delete-dialog'
import { MuteItem } from './mute-item'
import { sayError, saySuccess } from './toasts'

/** The actions on the whole task. */
export function TaskActions({ task, onDeleted }: { task: TaskDetail; onDeleted: () => void }) {
  const user = useCurrentUser()
  const question = useDialog('delete-this-task', 'asked')
  const copyLink = () =>
    navigator.clipboard.writeText(location.href).then(
      () => saySuccess('Link copied'),
      () => sayError('The browser does not let this page copy. The address bar has the link.', 'Error'),
    )

  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label="Actions for this task" size={28}>
            <IconDotsVertical size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLink size={18} stroke={1.5} aria-hidden />} onClick={() => void copyLink()}>
            Copy link
          </Menu.Item>
          {task.quotation === null && can(user.rights, 'quotations', 'create') ? (
            <Menu.Item
              component={Link}
              to={`${linkTo('/quotations')}?${wantedQuotation(task)}`}
              leftSection={<IconFileInvoice size={18} stroke={1.5} aria-hidden />}
            >
              New quotation
            </Menu.Item>
          ) : null}
          <MuteItem taskId={task.id} />
          {mayDelete(task, user) ? (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />}
              onClick={() => question.open()}
            >
              Delete…
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {question.isOpen ? <DeleteDialog task={task} onClose={question.close} onDeleted={onDeleted} /> : null}
    </>
  )
}

/** The form of a new quotation with the task's client and title. */
function wantedQuotation({ id, title, contact_id }: TaskDetail): URLSearchParams {
  const search = new URLSearchParams({ dialog: 'new', title: title.slice(0, 500), 'for-task': id })
  if (contact_id) search.set('client', contact_id)
  return search
}
