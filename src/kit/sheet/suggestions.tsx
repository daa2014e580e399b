import { Popover } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Editing, SheetColumn, Suggestion } from './sheet-column'
import classes from './sheet.module.css'

type SuggestingCellProps<Row> = {
  label: string
  useSuggestions: NonNullable<SheetColumn<Row>['useSuggestions']>
  row: Row
  editing: Editing
}

/**
 * A cell with suggestions below it. At first none is selected, so Enter and Tab keep the typed text. The arrows select
 * a suggestion, and then Enter or Tab takes it.
 */
export function SuggestingCell<Row>({ label, useSuggestions, row, editing }: SuggestingCellProps<Row>) {
  const options = useSuggestions(editing.text, row)
  const [chosen, choose] = useState(-1)
  const [isClosed, setClosed] = useState(false)
  const listId = useId()
  const shown = isClosed ? [] : options
  const place = Math.min(chosen, shown.length - 1)
  const pick = (option: Suggestion | undefined) => {
    if (!option) return
    editing.onDrop()
    option.take()
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && shown.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      choose(Math.max(-1, Math.min(shown.length - 1, place + step)))
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && shown[place]) {
      event.preventDefault()
      event.stopPropagation()
      pick(shown[place])
    } else if (event.key === 'Escape' && shown.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      setClosed(true)
    } else editing.onKey(event)
  }
  return (
    <Popover opened={shown.length > 0} position="bottom-start" width={420} offset={2} withinPortal trapFocus={false}>
      <Popover.Target>
        <input
          autoFocus
          className={classes.editor}
          role="combobox"
          aria-label={label}
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown[place] ? `${listId}-${place}` : undefined}
          autoComplete="off"
          value={editing.text}
          onKeyDown={onKey}
          onBlur={editing.onLeave}
          onChange={(event) => {
            choose(-1)
            setClosed(false)
            editing.onText(event.currentTarget.value)
          }}
        />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <ul id={listId} role="listbox" aria-label={`${label}: suggestions`} className={classes.suggestions}>
          {shown.map((option, index) => (
            <li
              key={option.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === place}
              // The editor keeps its focus, so that nothing is saved by leaving it.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
            >
              <span>
                {option.label}
                <small>{option.detail}</small>
              </span>
              <span className={classes.suggested}>{option.value}</span>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
