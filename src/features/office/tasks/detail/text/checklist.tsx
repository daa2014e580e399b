import { Group, Progress, Stack, Text } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import type { ChecklistChange } from '@/shared/domain/tasks/task-checklist'
import { newId } from '@/shared/lib/new-id'
import { ChecklistLine, type WordsEdit } from './checklist-line'
import classes from './checklist.module.css'
import { NewLine } from './new-line'
import { useChecklist } from './use-checklist'

type ChecklistProps = { task: { id: string; title: string; description: string | null }; mayChange: boolean }

/** The checklist of a task (spec 2 §4). Lines are added, edited and removed in place. */
export function Checklist({ task: { id, title, description }, mayChange }: ChecklistProps) {
  const [editing, setEditing] = useState<{ key: string; edit: WordsEdit } | null>(null)
  const [unsaved, setUnsaved] = useState<{ text: string } | null>(null)
  const newLine = useRef<HTMLInputElement>(null)
  const onSaved = useCallback((change: ChecklistChange) => {
    if (change.kind === 'rename') setEditing((current) => (current?.key === change.key ? null : current))
  }, [])
  const onFailed = useCallback((change: ChecklistChange) => {
    if (change.kind === 'add') setUnsaved({ text: change.text })
  }, [])
  const list = { id, title, description: description ?? '' }
  const { items, isSaving, change, waiting } = useChecklist(list, { onSaved, onFailed })

  if (editing && !items.some(({ key }) => key === editing.key)) {
    setEditing(null)
    if (editing.edit.words !== editing.edit.from) setUnsaved({ text: editing.edit.words })
  }

  if (items.length === 0 && !mayChange) return null
  const done = items.filter(({ completed }) => completed).length
  return (
    <Stack component="section" gap={6} aria-label="Checklist">
      <Group gap="sm" wrap="nowrap" mih={28}>
        <Text component="h3" fw={650} size="sm" m={0}>
          Checklist
        </Text>
        {items.length === 0 ? null : (
          <>
            <Progress value={(done / items.length) * 100} size="sm" flex={1} aria-hidden />
            <Text size="sm" c="dimmed" className={classes.count}>
              {done} of {items.length}
            </Text>
          </>
        )}
      </Group>
      <ul className={classes.lines}>
        {items.map((item) => (
          <ChecklistLine
            key={item.key}
            item={item}
            mayChange={mayChange}
            isSaving={isSaving}
            edit={editing?.key === item.key ? editing.edit : null}
            onEdit={(edit) => setEditing(edit && { key: item.key, edit })}
            onChange={change}
            onRemovedByKey={() => newLine.current?.focus()}
          />
        ))}
      </ul>
      {waiting
        .filter(({ state }) => state !== 'sending')
        .map((entry) => (
          <WaitingNote key={entry.id} entry={entry} />
        ))}
      {mayChange ? (
        <NewLine
          taskId={id}
          field={newLine}
          unsaved={unsaved}
          onAdd={(text) => change({ kind: 'add', id: newId(), text })}
        />
      ) : null}
    </Stack>
  )
}
