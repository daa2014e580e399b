import { type KeyboardEvent, useRef } from 'react'
import { canEdit, cellKey, choiceOfKey, choiceOfKeys } from './sheet-column'
import { useLostKeys } from './use-lost-keys'
import type { SheetHere } from './use-sheet'

/**
 * The text with which an editor opens after a key; null when no choice begins so: the key is refused as other texts
 * are, the person is told, and the value stays.
 */
function firstText(
  choices: Parameters<typeof choiceOfKey>[0] | undefined,
  text: string | undefined,
  original: string,
): string | null {
  if (!choices) return text ?? original
  if (text === undefined || text.trim() === '') return original
  return choiceOfKey(choices, text, original)?.value ?? null
}

/** Begins to write in the cell, and chooses by the keys of a name where the cell has choices. */
export function useCellWriting<Row>(sheet: SheetHere<Row>) {
  const { props, at, here } = sheet
  /** The keys of a choice so far. */
  const keysOfChoice = useRef('')
  const lost = useLostKeys()
  const place = at ? cellKey(at.row, at.column) : ''
  const begin = (text?: string, key?: KeyboardEvent) => {
    const cell = here()
    if (!cell || !props.isOpen || !canEdit(cell.column, cell.row)) return
    const original = cell.column.text(cell.row)
    keysOfChoice.current = text?.trim() ?? ''
    const first = firstText(cell.column.choices, text, original)
    if (first !== null) return sheet.startEdit(cell.row, first, original)
    if (key) lost.lose(key, place)
    return at && text !== undefined ? props.onTyped(at, text, cell.row) : undefined
  }
  return {
    hear: lost.hear,
    begin,
    /** Begins with the letter of a key. */
    beginBy: (event: KeyboardEvent) => {
      if (!here()?.column.choices || !lost.isLost(event, place)) begin(event.key, event)
    },
    /** Goes on with a name of a choice. */
    chooseBy: (event: KeyboardEvent) => {
      const choices = here()?.column.choices
      if (!choices || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      // A space opens the list, unless a name goes on with it: `m edge`.
      const found = choiceOfKeys(choices, keysOfChoice.current, event.key, sheet.text)
      if (event.key === ' ' && (!found || keysOfChoice.current === '')) return
      event.preventDefault()
      if (!found) return lost.lose(event, place)
      if (lost.isLost(event, place)) return
      keysOfChoice.current = found.typed
      sheet.send({ type: 'edit.type', text: found.choice.value })
    },
  }
}
export type CellWriting = ReturnType<typeof useCellWriting>
