import { Button, Group, Stack } from '@mantine/core'
import { readChecklist } from '@/shared/domain/tasks/task-checklist'
import { descriptionProblem } from '@/shared/domain/text/task-description'
import type { Mentionable } from '@/shared/domain/text/mention'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { RichTextField } from '@/shared/ui/rich-text/rich-text-field'
import type { TaskDetail } from '@/features/office/tasks/api/detail/task-detail.query'
import { ImproveButtons } from '@/features/office/tasks/components/improve-buttons'
import { suggestMentions } from '@/features/office/tasks/quick-add/suggest-mentions'
import { useImprovement } from './use-improvement'

type DescriptionFormProps = {
  task: TaskDetail
  value: string
  people: readonly Mentionable[]
  isSaving: boolean
  /** True without a conflicting change, or after the person decided. */
  isDecided: boolean
  onChange: (html: string) => void
  onSave: () => void
  onCancel: () => void
  /** Takes a pasted or dropped file that does not fit into the text. */
  onFile: (file: File) => void
}

/** Takes the focus until the editor has loaded, so that a space does not press a button. */
const takeFocus = (form: HTMLElement | null): void => form?.focus({ preventScroll: true })

/** The editor of a description: the toolbar of a new task, people to mention, a hand from the grammar checker. */
export function DescriptionForm(props: DescriptionFormProps) {
  const { task, value, people, isSaving, isDecided, onChange, onSave, onCancel, onFile } = props
  const user = useCurrentUser()
  const improvement = useImprovement({ of: 'description', write: onChange })
  const { items } = readChecklist(task.description ?? '')
  const problem = descriptionProblem({ description: value, todos: items })
  const isHeld = isSaving || improvement.isBusy || problem !== null || !isDecided

  return (
    <Stack
      ref={takeFocus}
      tabIndex={-1}
      gap="xs"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        if (!isHeld) onSave()
      }}
    >
      <RichTextField
        label="Description"
        autoFocus
        isLabelHidden
        placeholder="What should be known? @ mentions a colleague"
        value={value}
        disabled={isSaving || improvement.isBusy}
        error={problem}
        onChange={onChange}
        hasTables
        onFile={onFile}
        suggest={suggestMentions(people, user.id)}
        actions={
          <ImproveButtons
            isBusy={improvement.isBusy}
            onImprove={() => improvement.improve(value)}
            undoLabel={improvement.undoLabel}
            onUndo={improvement.undo}
            disabled={false}
          />
        }
      />
      {isDecided ? (
        <Group gap="xs">
          <Button size="compact-md" fz="sm" loading={isSaving} disabled={isHeld} onClick={onSave}>
            Save description
          </Button>
          <Button size="compact-md" fz="sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
