import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { useKeyPresses, useScreenKeys } from '@/shared/hooks/screen-keys'
import type { Choice } from './use-choice'

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-task]:not([data-gone])')]
/** The list, or the column of the board, that a row stands in. */
const listOf = (row: Element) => row.closest('[data-rows]')
const idOf = (row: Element | undefined): string | null => row?.getAttribute('data-task') ?? null
const current = (): HTMLElement | undefined => {
  const row = document.activeElement?.closest('[data-task]')
  return row instanceof HTMLElement ? row : undefined
}

/** Moves the focus to the title of a row. */
function go(row: HTMLElement | undefined): void {
  const link = row?.querySelector<HTMLElement>('a')
  link?.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
  row?.scrollIntoView({ block: 'nearest' })
}

/** The row so many steps on: within its column on the board. Without a row in use, the first or the last one. */
function stepped(step: 1 | -1): HTMLElement | undefined {
  const here = current()
  if (!here) return rows().at(step === 1 ? 0 : -1)
  const among = rows().filter((row) => listOf(row) === listOf(here))
  return among[among.indexOf(here) + step]
}

/** The card at the same height of the next column that has one. */
function beside(step: 1 | -1): HTMLElement | undefined {
  const here = current()
  if (!here) return undefined
  const column = listOf(here)
  const columns = [...new Set(rows().map(listOf))]
  const next = columns[columns.indexOf(column) + step]
  if (!next) return undefined
  const place = rows()
    .filter((row) => listOf(row) === column)
    .indexOf(here)
  const among = rows().filter((row) => listOf(row) === next)
  return among[Math.min(place, among.length - 1)]
}

function press(within: ParentNode | null | undefined, key: string): boolean {
  const button = within?.querySelector<HTMLElement>(`[data-key="${key}"]`)
  if (!button || button.offsetParent === null) return false
  // The menu of a row is drawn when its button has the focus: only then a click opens it.
  flushSync(() => button.focus())
  button.click()
  return true
}

/** The button of a value of the chosen tasks, or of the row in use; without one, of the first row. */
const buttonOf = (key: string) => () =>
  document.querySelector(`[data-bottom-bar] [data-key="${key}"]`) ??
  (current() ?? rows().at(0))?.querySelector(`[data-key="${key}"]`)
const titleOf = (row: HTMLElement | undefined) => row?.querySelector('a')

/** The keys of the list and the board for the keyboard map. */
const own = {
  title: 'Tasks',
  keys: [
    { keys: 'J', label: 'Next task', at: () => titleOf(stepped(1)) },
    { keys: 'K', label: 'Previous task', at: () => (current() ? titleOf(stepped(-1)) : null) },
    { keys: '↑ ↓', label: 'Previous or next task' },
    { keys: '← →', label: 'Column before or after, on the board' },
    { keys: 'Enter', label: 'Open the task', at: () => titleOf(current()) },
    { keys: 'E', label: 'Edit its title', at: () => titleOf(current()) },
    { keys: 'X', label: 'Choose the task, or no longer', at: () => current()?.querySelector('label') },
    { keys: 'Shift ↓', label: 'Choose the next task too' },
    { keys: 'S', label: 'Status of the task, or of the chosen ones', at: buttonOf('s') },
    { keys: 'A', label: 'Assignees', at: buttonOf('a') },
    { keys: 'D', label: 'Due date', at: buttonOf('d') },
    { keys: '/', label: 'Search', at: () => document.querySelector('[data-key="/"]') },
    { keys: 'Esc', label: 'Choose none' },
  ],
} as const

/**
 * The keys of the tasks that are shown. The row in use is the one with the focus; S, A and D act on the chosen tasks
 * where some are chosen.
 */
export function useTaskKeys({ ids, toggle, reach, clear }: Choice): void {
  const navigate = useNavigate()
  useScreenKeys(own)

  const move = (step: 1 | -1, isReaching: boolean): boolean => {
    const from = idOf(current())
    const row = stepped(step)
    const to = idOf(row)
    go(row)
    if (isReaching && to !== null) {
      if (from !== null && ids.size === 0) toggle(from)
      reach(to)
    }
    return row !== undefined
  }
  const change = (key: string) =>
    ids.size > 0 ? press(document.querySelector('[data-bottom-bar]'), key) : press(current(), key)

  useKeyPresses(({ shiftKey, repeat }, key) => {
    const here = current()
    const id = idOf(here)
    if (key === 'j' || key === 'ArrowDown') return move(1, shiftKey)
    if (key === 'k' || key === 'ArrowUp') return move(-1, shiftKey)
    if (repeat) return false
    if (key === 'ArrowRight' || key === 'ArrowLeft') {
      const row = beside(key === 'ArrowRight' ? 1 : -1)
      go(row)
      return row !== undefined
    }
    if (key === '/') return press(document, '/')
    if (shiftKey) return false
    if (key === 'x' && id !== null) {
      toggle(id)
      return true
    }
    if (key === 's' || key === 'a' || key === 'd') return change(key)
    if (key === 'e') {
      const href = here?.querySelector('a')?.getAttribute('href')
      if (href) void navigate(href, { preventScrollReset: true, state: { edit: 'title' } })
      return href !== undefined
    }
    if (key !== 'Escape') return false
    if (ids.size > 0) clear()
    else if (document.activeElement instanceof HTMLElement && here) document.activeElement.blur()
    else return false
    return true
  })
}
