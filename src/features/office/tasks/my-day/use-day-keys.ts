import { useEffect, useEffectEvent } from 'react'
import { useKeyPresses, useScreenKeys } from '@/shared/hooks/screen-keys'

const own = {
  title: 'My day',
  keys: [
    { keys: 'J', label: 'Next line' },
    { keys: 'K', label: 'Previous line' },
    { keys: 'Enter', label: 'Open it' },
    { keys: 'C', label: 'Complete the task' },
    { keys: 'Alt ↑', label: 'Move the line up' },
    { keys: 'Alt ↓', label: 'Move the line down' },
  ],
} as const

const lines = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-day-line]')]
const current = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-day-line]') ?? null
const focusOn = (line: HTMLElement | undefined): boolean => {
  line?.querySelector<HTMLElement>('a')?.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
  line?.scrollIntoView({ block: 'nearest' })
  return line !== undefined
}

/** The keys of the day. The line in use is the one with the focus; `move` puts it one place up or down. */
export function useDayKeys(move: (id: string, step: 1 | -1) => void): void {
  useScreenKeys(own)
  useKeyPresses(({ shiftKey }, key) => {
    if (shiftKey) return false
    const here = current()
    if (key === 'c') {
      const button = here?.querySelector<HTMLElement>('[data-key="c"]')
      button?.click()
      return button !== null && button !== undefined
    }
    const step = key === 'j' || key === 'ArrowDown' ? 1 : key === 'k' || key === 'ArrowUp' ? -1 : null
    if (step === null) return false
    const all = lines()
    return focusOn(here ? all[all.indexOf(here) + step] : all.at(step === 1 ? 0 : -1))
  })
  const onAlt = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    const id = current()?.dataset['dayLine']
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || step === null || id === undefined) return
    event.preventDefault()
    move(id, step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onAlt(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
