import { Button, Group, Modal, MultiSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Draft, quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { can } from '@/shared/domain/permission'
import { titleProblem } from '@/shared/domain/task'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/ui/current-user'
import { staffQuery } from '../api/staff.query'
import { assigneeChoices } from '../assignee-choice'
import { liveQuickAdd } from '../quick-add.actors'

type QuickAddTaskDialogProps = {
  opened: boolean
  /** Called once the dialog is gone from the screen. */
  onClose: () => void
}

/** Add New Task, for whoever may create tasks (spec 2 §2, §5). Each opening starts with one blank draft. */
export function QuickAddTaskDialog({ opened, onClose }: QuickAddTaskDialogProps) {
  const user = useCurrentUser()
  return opened && can(user.rights, 'tasks', 'create') ? <QuickAddVisit userId={user.id} onGone={onClose} /> : null
}

function QuickAddVisit({ userId, onGone }: { userId: string; onGone: () => void }) {
  const actor = useActorRef(liveQuickAdd, { input: { createdBy: userId, newId } })
  const open = useSelector(actor, (state) => state.hasTag('open'))

  useEffect(() => {
    const created = actor.on('tasks.created', ({ count }) =>
      notifications.show({ message: `${count} task(s) created successfully` }),
    )
    const failed = actor.on('tasks.failed', ({ reason }) =>
      notifications.show({ color: 'red', title: 'Error', message: `Failed to save task: ${reason}` }),
    )
    actor.send({ type: 'dialog.open' })
    return () => {
      created.unsubscribe()
      failed.unsubscribe()
    }
  }, [actor])

  return (
    <Modal
      opened={open}
      onClose={() => actor.send({ type: 'dialog.close' })}
      onExitTransitionEnd={onGone}
      title="Add New Task"
      styles={{ title: { fontSize: '1.125rem', fontWeight: 650 } }}
      size={800}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <QuickAddForm actor={actor} />
    </Modal>
  )
}

function QuickAddForm({ actor }: { actor: ActorRefFrom<typeof quickAddMachine> }) {
  const { drafts, assignees } = useSelector(actor, (state) => state.context)
  const saving = useSelector(actor, (state) => state.hasTag('saving'))
  const isPrivate = useSelector(actor, (state) => state.hasTag('private')) || (saving && assignees.length === 0)
  const canCreate = useSelector(actor, (state) => state.can({ type: 'tasks.create' }))
  const staff = useQuery(staffQuery)
  const create = () => actor.send({ type: 'tasks.create' })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create()
      }}
      onKeyDown={getHotkeyHandler([['mod+Enter', create]])}
    >
      <Stack gap="md">
        {drafts.map((draft) => (
          <DraftFields
            key={draft.id}
            draft={draft}
            disabled={saving}
            onChange={(change) => actor.send({ type: 'draft.change', id: draft.id, change })}
          />
        ))}
        <MultiSelect
          label="Assignees"
          placeholder={isPrivate ? 'Only you' : 'Search by name or role'}
          data={assigneeChoices(staff.data ?? [])}
          value={[...assignees]}
          onChange={(userIds) => actor.send({ type: 'assignees.choose', userIds })}
          disabled={isPrivate || saving}
          searchable
          clearable
          hidePickedOptions
          maxDropdownHeight={240}
          nothingFoundMessage={staff.isPending ? 'Loading…' : 'Nobody found'}
        />
        <Switch
          label="Private task"
          description="Only you will see it"
          checked={isPrivate}
          disabled={saving}
          thumbIcon={<IconLock size={12} aria-hidden />}
          onChange={(event) =>
            actor.send({ type: event.currentTarget.checked ? 'audience.makePrivate' : 'audience.share' })
          }
        />
        <Group justify="flex-end">
          <Button variant="default" disabled={saving} onClick={() => actor.send({ type: 'dialog.close' })}>
            Cancel
          </Button>
          <Button
            type="submit"
            disabled={!canCreate && !saving}
            loading={saving}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            Create task
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type DraftFieldsProps = {
  draft: Draft
  disabled: boolean
  onChange: (change: Partial<Pick<Draft, 'title' | 'description'>>) => void
}

function DraftFields({ draft, disabled, onChange }: DraftFieldsProps) {
  return (
    <>
      <TextInput
        label="Title"
        placeholder="What is to be done?"
        data-autofocus
        required
        value={draft.title}
        disabled={disabled}
        error={titleProblem(draft.title)}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        autosize
        minRows={5}
        maxRows={16}
        value={draft.description}
        disabled={disabled}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}
