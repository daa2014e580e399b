import { Portal } from '@mantine/core'
import { useState } from 'react'
import { useRights } from '@/shared/hooks/current-user'
import { type ScreenKey, useKeysHere } from '@/shared/hooks/screen-keys'
import classes from './keys-in-place.module.css'
import { isAppleHere, keyWords, shortcutsFor } from './shortcuts'

type Place = { top: number; left: number; keys: string[] }

/** Where an element begins in the window; null while it is not to be seen. */
function placeOf(element: Element | null | undefined): { top: number; left: number } | null {
  const { width, height, top, left, bottom, right } = element?.getBoundingClientRect() ?? new DOMRect()
  const isSeen = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return isSeen ? { top: Math.max(top, 8), left: Math.max(left, 4) } : null
}

/** The keys at what they act on, those of one element beside each other; and the keys that act on nothing in sight. */
function arrange(keys: readonly ScreenKey[]): { placed: Place[]; others: ScreenKey[] } {
  const placed = new Map<Element, Place>()
  const others: ScreenKey[] = []
  for (const key of keys) {
    const element = key.at?.()
    const place = placeOf(element)
    if (!element || place === null) others.push(key)
    else placed.set(element, { ...place, keys: [...(placed.get(element)?.keys ?? []), key.keys] })
  }
  return { placed: [...placed.values()], others }
}

/** The keys of the screen in their places, while their key is held. Whoever hears the page has the keyboard map. */
export function KeysInPlace() {
  const here = useKeysHere()
  const rights = useRights()
  const [{ placed, others }] = useState(() => {
    const own = here?.keys ?? []
    const frame = shortcutsFor(rights)
      .filter(({ keys }) => !own.some((one) => one.keys === keys))
      .map(({ keys, label }) => ({
        keys: keyWords(keys, isAppleHere()).join(' '),
        label,
        at: () => document.querySelector(`[data-key="${keys}"]`),
      }))
    const arranged = arrange([...own, ...frame])
    return { placed: arranged.placed, others: arranged.others.filter((key) => own.includes(key)) }
  })
  return (
    <Portal>
      <div className={classes.layer} aria-hidden data-keys-in-place>
        {placed.map(({ top, left, keys }) => (
          <span key={`${top} ${left}`} className={classes.place} style={{ top, left }}>
            {keys.map((one) => (
              <kbd key={one} className={classes.key}>
                {one}
              </kbd>
            ))}
          </span>
        ))}
        <p className={classes.others}>
          {others.map(({ keys, label }) => (
            <span key={keys}>
              <kbd className={classes.key}>{keys}</kbd> {label}
            </span>
          ))}
          <span>
            <kbd className={classes.key}>?</kbd> pressed shortly: all keys
          </span>
        </p>
      </div>
    </Portal>
  )
}
