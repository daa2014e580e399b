import { ActionIcon, Checkbox, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Todo } from '@/shared/domain/text/task-description'
import { newId } from '@/shared/lib/new-id'

type TodosFieldProps = { todos: readonly Todo[]; disabled: boolean; onChange: (todos: readonly Todo[]) => void }

/** The checklist of a draft. Enter ends a line and starts the next; the typed text is in the draft at once. */
export function TodosField({ todos, disabled, onChange }: TodosFieldProps) {
  const [typedId, setTypedId] = useState<string | null>(null)
  const typed = todos.find(({ id }) => id === typedId)
  const type = (text: string) => {
    if (typed) return change(typed.id, { text })
    const id = newId()
    setTypedId(id)
    onChange([...todos, { id, text, completed: false }])
  }
  const end = () => {
    setTypedId(null)
    if (typed) onChange(typed.text.trim() === '' ? todos.filter((todo) => todo !== typed) : todos)
  }
  const change = (id: string, changed: Partial<Todo>) =>
    onChange(todos.map((todo) => (todo.id === id ? { ...todo, ...changed } : todo)))

  return (
    <Input.Wrapper label="Checklist" labelElement="div">
      <Stack gap="xs">
        {todos
          .filter((todo) => todo !== typed)
          .map((todo, index) => (
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
          value={typed?.text ?? ''}
          disabled={disabled}
          leftSection={<IconPlus size={16} aria-hidden />}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={end}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.metaKey || event.ctrlKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            end()
          }}
        />
      </Stack>
    </Input.Wrapper>
  )
}
