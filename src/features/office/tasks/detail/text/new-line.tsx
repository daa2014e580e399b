import { TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { z } from 'zod'
import { useDraft } from '@/shared/hooks/use-draft'

type NewLineProps = {
  taskId: string
  field: RefObject<HTMLInputElement | null>
  /** A line that could not be saved: its words come back. */
  unsaved: { text: string } | null
  /** Answers false when the line cannot be taken now. */
  onAdd: (text: string) => boolean
}

/** Enter adds the line and waits for the next. What is typed outlives a reload. */
export function NewLine({ taskId, field, unsaved, onAdd }: NewLineProps) {
  const line = useDraft({ name: `line-${taskId}`, schema: z.string(), blank: '', isBlank: (text) => text === '' })
  const { draft: text, keep, clear } = line
  const returned = useRef(unsaved)
  useEffect(() => {
    if (unsaved === returned.current) return
    returned.current = unsaved
    if (unsaved) keep([unsaved.text, text].filter((words) => words !== '').join(' '))
  }, [unsaved, keep, text])
  const add = () => {
    if (text.trim() !== '' && onAdd(text.trim())) clear()
  }
  return (
    <TextInput
      ref={field}
      aria-label="New checklist item"
      placeholder="Add an item"
      variant="unstyled"
      size="sm"
      maxLength={1000}
      leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
      value={text}
      onChange={(event) => keep(event.currentTarget.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        add()
      }}
    />
  )
}
