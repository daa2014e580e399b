import { ActionIcon, Checkbox, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Todo } from '@/shared/domain/task-description'
import { newId } from '@/shared/lib/new-id'

type TodosFieldProps = { todos: readonly Todo[]; disabled: boolean; onChange: (todos: readonly Todo[]) => void }

/** The checklist of a draft. Enter adds the line and waits for the next. */
export function TodosField({ todos, disabled, onChange }: TodosFieldProps) {
  const [text, setText] = useState('')
  const add = () => {
    if (text.trim() === '') return
    onChange([...todos, { id: newId(), text: text.trim(), completed: false }])
    setText('')
  }
  const change = (id: string, changed: Partial<Todo>) =>
    onChange(todos.map((todo) => (todo.id === id ? { ...todo, ...changed } : todo)))

  return (
    <Input.Wrapper label="Checklist" labelElement="div">
      <Stack gap="xs">
        {todos.map((todo, index) => (
          <Group key={todo.id} gap="xs" wrap="nowrap">
            <Checkbox
              aria-label={`Done: ${todo.text}`}
              checked={todo.completed}
              disabled={disabled}
              onChange={(event) => change(todo.id, { completed: event.currentTarget.checked })}
            />
            <TextInput
              aria-label={`Checklist item ${index + 1}`}
              style={{ flex: 1 }}
              value={todo.text}
              disabled={disabled}
              onChange={(event) => change(todo.id, { text: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={`Remove checklist item ${index + 1}`}
              disabled={disabled}
              onClick={() => onChange(todos.filter(({ id }) => id !== todo.id))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <TextInput
          aria-label="New checklist item"
          placeholder="Add an item"
          value={text}
          disabled={disabled}
          leftSection={<IconPlus size={16} aria-hidden />}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.metaKey || event.ctrlKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
      </Stack>
    </Input.Wrapper>
  )
}
