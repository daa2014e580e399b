import { useSelector } from '@xstate/react'
import type { DraftRef } from '@/machines/quick-add/draft.machine'
import { descriptionProblem } from '@/shared/domain/text/task-description'
import { RichTextField } from '@/shared/ui/rich-text/rich-text-field'
import type { Suggest } from '@/shared/ui/rich-text/suggestion'
import { ImproveButtons } from '../components/improve-buttons'

type DescriptionFieldProps = {
  draft: DraftRef
  disabled: boolean
  suggest: Suggest
  onMention: (userId: string) => void
  /** Takes a pasted or dropped file that does not fit into the text. */
  onFile: (file: File) => void
}

/** The description field, with the button of the grammar checker (spec 2 §4). */
export function DescriptionField({ draft, disabled, suggest, onMention, onFile }: DescriptionFieldProps) {
  const { description, todos } = useSelector(draft, (state) => state.context)
  const improving = useSelector(draft, (state) => state.hasTag('improving'))
  const improved = useSelector(draft, (state) => state.hasTag('improved'))
  return (
    <RichTextField
      label="Description"
      placeholder="What should be known? @ mentions a colleague"
      value={description}
      disabled={disabled || improving}
      error={descriptionProblem({ description, todos })}
      onChange={(html) => draft.send({ type: 'draft.write', change: { description: html } })}
      hasTables
      onFile={onFile}
      suggest={suggest}
      onSuggestionPick={({ id }) => onMention(id)}
      actions={
        <ImproveButtons
          isBusy={improving}
          onImprove={() => draft.send({ type: 'ai.improve' })}
          undoLabel={improved ? 'Revert' : null}
          onUndo={() => draft.send({ type: 'ai.revert' })}
          disabled={disabled}
        />
      }
    />
  )
}
