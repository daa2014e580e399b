import { Paper, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Suggestion } from './suggestion'
import classes from './suggestion-list.module.css'

type SuggestionListProps = {
  id: string
  label: string
  options: readonly Suggestion[]
  active: number
  left: number
  top: number
  onPick: (suggestion: Suggestion) => void
}

export const suggestionId = (listId: string, suggestion: Suggestion | undefined) =>
  suggestion ? `${listId}-${suggestion.id}` : undefined

/**
 * Lies over the content at a place inside the nearest positioned element, and is scrolled into view. The focus stays in
 * the field.
 */
export function SuggestionList({ id, label, options, active, left, top, onPick }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => void list.current?.scrollIntoView({ block: 'nearest' }), [options.length])
  return (
    <Paper
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      withBorder
      shadow="md"
      className={classes.list}
      style={{ left, top }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        <div
          key={option.id}
          id={suggestionId(id, option)}
          role="option"
          aria-selected={index === active}
          className={classes.option}
          onClick={() => onPick(option)}
        >
          {option.label}
          {option.detail ? (
            <Text span size="xs" c="dimmed">
              {option.detail}
            </Text>
          ) : null}
        </div>
      ))}
    </Paper>
  )
}
