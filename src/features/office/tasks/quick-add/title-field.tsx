import { TextInput } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { titleProblem } from '@/shared/domain/tasks/task'
import type { Suggest, Suggestion } from '@/shared/ui/rich-text/suggestion'
import { SuggestionList, suggestionId } from '@/shared/ui/rich-text/suggestion-list'
import { useSuggestionKeys } from '@/shared/ui/rich-text/use-suggestion-keys'
import classes from './quick-add-form.module.css'

type TitleFieldProps = {
  value: string
  disabled: boolean
  suggest: Suggest
  onChange: (title: string) => void
  onMention: (userId: string) => void
}

/** The title, with people to mention while an at-sign is being typed. */
export function TitleField({ value, disabled, suggest, onChange, onMention }: TitleFieldProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  /** Null while the focus is elsewhere. */
  const [caret, setCaret] = useState<number | null>(null)
  const asked = caret === null ? null : suggest(value.slice(0, caret))

  const pick = (suggestion: Suggestion) => {
    if (caret === null || !asked) return
    const before = `${value.slice(0, caret - asked.typed.length)}${suggestion.label} `
    onChange(before + value.slice(caret))
    setCaret(before.length)
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length))
    onMention(suggestion.id)
  }
  const { isOpen, options, active, onKeyDownCapture } = useSuggestionKeys(asked, pick)

  return (
    <div className={classes.field} onKeyDownCapture={onKeyDownCapture}>
      <TextInput
        ref={input}
        label="Title"
        placeholder="What is to be done?"
        data-autofocus
        data-mantine-stop-propagation={isOpen || undefined}
        aria-activedescendant={isOpen ? suggestionId(listId, options[active]) : undefined}
        autoComplete="off"
        required
        value={value}
        disabled={disabled}
        error={titleProblem(value)}
        onChange={(event) => {
          setCaret(event.currentTarget.selectionStart)
          onChange(event.currentTarget.value)
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => setCaret(null)}
      />
      {isOpen ? (
        <SuggestionList
          id={listId}
          label="People to mention"
          options={options}
          active={active}
          left={0}
          top={66}
          onPick={pick}
        />
      ) : null}
    </div>
  )
}
