import { TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'

type NewLineProps = {
  field: RefObject<HTMLInputElement | null>
  /** A line that could not be saved: its words come back. */
  unsaved: { text: string } | null
  /** Answers false when the line cannot be taken now. */
  onAdd: (text: string) => boolean
}

/** Enter adds the line and waits for the next. */
export function NewLine({ field, unsaved, onAdd }: NewLineProps) {
  const [text, setText] = useState('')
  const [returned, setReturned] = useState(unsaved)
  if (unsaved !== returned) {
    setReturned(unsaved)
    if (unsaved) setText([unsaved.text, text].filter((words) => words !== '').join(' '))
  }
  const add = () => {
    if (text.trim() !== '' && onAdd(text.trim())) setText('')
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
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        add()
      }}
    />
  )
}
