import type { KeyboardEvent } from 'react'

/** The longest wait, in ms, of a pick for a search's answer. */
const patience = 5_000

/**
 * Enter picks the first match of a search field. While the list is still loading for the typed text (`data-busy` on the field)
 * the pick waits. With text in the field, Enter never submits the surrounding form.
 */
export function pickFirst(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, ctrlKey, metaKey, nativeEvent, currentTarget: field } = event
  stopWaiting()
  if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing || field.value.trim() === '') return
  const isBusy = field.dataset.busy !== undefined
  if (!isBusy && listOf(field)?.querySelector('[data-combobox-selected]')) return
  event.preventDefault()
  event.stopPropagation()
  if (!isBusy) return void firstOf(field)?.click()

  const typed = field.value
  const look = () => {
    if (field.value !== typed || !field.isConnected) return stopWaiting()
    if (field.dataset.busy !== undefined) return
    stopWaiting()
    firstOf(field)?.click()
  }
  const watch = new MutationObserver(() => setTimeout(look))
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-busy'] })
  const timer = setTimeout(stopWaiting, patience)
  stop = () => {
    watch.disconnect()
    clearTimeout(timer)
  }
}

let stop = () => {}
const stopWaiting = () => {
  stop()
  stop = () => {}
}

const listOf = (field: HTMLElement): HTMLElement | null =>
  document.getElementById(field.getAttribute('aria-controls') ?? '')

const firstOf = (field: HTMLElement): HTMLElement | null =>
  listOf(field)?.querySelector<HTMLElement>(
    '[role="option"]:not([aria-disabled="true"]):not([data-combobox-disabled])',
  ) ?? null
