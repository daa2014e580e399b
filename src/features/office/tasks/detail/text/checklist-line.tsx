import { ActionIcon, Checkbox, Text, TextInput } from '@mantine/core'
import { IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChecklistChange, ChecklistItem } from '@/shared/domain/tasks/task-checklist'
import classes from './checklist.module.css'
import { focusBack } from '../focus-back'

/** An edit of a checklist line: its text when the edit began, and the typed text. */
export type WordsEdit = { from: string; words: string }

type ChecklistLineProps = {
  item: ChecklistItem
  mayChange: boolean
  isSaving: boolean
  /** Null while nobody here changes the words. */
  edit: WordsEdit | null
  onEdit: (edit: WordsEdit | null) => void
  onChange: (change: ChecklistChange) => boolean
  /** The line that had the focus goes: the focus needs another place. */
  onRemovedByKey: () => void
}

/** One line: tick, edit, remove. Controls are off while a change is saved (spec 2 §4). */
export function ChecklistLine({
  item,
  mayChange,
  isSaving,
  edit,
  onEdit,
  onChange,
  onRemovedByKey,
}: ChecklistLineProps) {
  const { key, text, completed } = item
  const isEdited = edit !== null && mayChange
  const [wasEdited, setWasEdited] = useState(isEdited)
  if (isEdited && !wasEdited) setWasEdited(true)
  return (
    <li className={classes.line} data-editing={isEdited || undefined}>
      <Checkbox
        className={classes.tick}
        {...(isEdited ? { 'aria-label': text } : {})}
        label={
          isEdited ? null : (
            <Text span size="sm" className={classes.words} data-done={completed || undefined}>
              {text}
            </Text>
          )
        }
        checked={completed}
        disabled={!mayChange}
        aria-disabled={isSaving || undefined}
        onChange={(event) => onChange({ kind: 'tick', key, completed: event.currentTarget.checked })}
      />
      {isEdited ? (
        <WordsField
          text={text}
          edit={edit}
          isSaving={isSaving}
          onEdit={onEdit}
          onSave={(words) => onChange({ kind: 'rename', key, from: text, text: words })}
        />
      ) : mayChange ? (
        <div className={classes.actions}>
          <ActionIcon
            ref={wasEdited ? focusBack : null}
            size={28}
            aria-label={`Edit ${text}`}
            aria-disabled={isSaving || undefined}
            onClick={() => onEdit({ from: text, words: text })}
          >
            <IconPencil size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={28}
            aria-label={`Remove ${text}`}
            aria-disabled={isSaving || undefined}
            onClick={({ detail }) => {
              onChange({ kind: 'remove', key, text })
              if (detail === 0) onRemovedByKey()
            }}
          >
            <IconX size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </div>
      ) : null}
    </li>
  )
}

type WordsFieldProps = {
  /** The line's current text. */
  text: string
  edit: WordsEdit
  isSaving: boolean
  onEdit: (edit: WordsEdit | null) => void
  onSave: (words: string) => void
}

function WordsField({ text, edit: { from, words }, isSaving, onEdit, onSave }: WordsFieldProps) {
  const isChangedByOthers = text !== from && text !== words
  const save = () => {
    const wanted = words.trim()
    if (wanted === '' || wanted === from) onEdit(null)
    else onSave(wanted)
  }
  return (
    <TextInput
      aria-label={`Words of ${from}`}
      className={classes.field}
      autoFocus
      data-mantine-stop-propagation
      value={words}
      maxLength={1000}
      readOnly={isSaving}
      error={isChangedByOthers ? `Somebody else made it “${text}” meanwhile. Enter saves yours, Escape theirs.` : null}
      onChange={(event) => onEdit({ from, words: event.currentTarget.value })}
      onBlur={() => {
        if (!isChangedByOthers) save()
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') onEdit(null)
        if (event.key === 'Enter') save()
      }}
    />
  )
}
