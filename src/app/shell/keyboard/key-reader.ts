import type { Shortcut } from './shortcuts'

export type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'defaultPrevented' | 'timeStamp'
>
/** `inField`: the person types in a field. `inDialog`: a dialog is open and gets the keys. */
export type Surroundings = { inField: boolean; inDialog: boolean; singleKeys: boolean }

/** Letters within so many ms belong to one burst of typing. */
const typingPause = 1000

/** The second key of a shortcut must follow within so many ms. */
const patience = 1200

/**
 * Returns the shortcut that a press completes. Keys without Ctrl or Command count only outside fields. A burst of
 * typing that began in a field, or in a dialog that has closed, continues as typing until a pause or another key.
 */
export function createKeyReader() {
  let first: { key: string; at: number } | null = null
  let typedAt: number | null = null

  return (press: Press, around: Surroundings, shortcuts: readonly Shortcut[]): Shortcut | null => {
    if (press.repeat || press.isComposing || press.defaultPrevented || press.altKey) return null
    const key = press.key.length === 1 ? press.key.toUpperCase() : press.key
    const find = (keys: string) => shortcuts.find((shortcut) => shortcut.keys === keys) ?? null
    if (press.ctrlKey || press.metaKey) return press.shiftKey ? null : find(`mod+${key}`)

    const isLetter = press.key.length === 1
    const goesOn = isLetter && typedAt !== null && press.timeStamp - typedAt <= typingPause
    typedAt = isLetter && (around.inField || around.inDialog || press.key === ' ' || goesOn) ? press.timeStamp : null

    const before = first && press.timeStamp - first.at <= patience ? first.key : null
    first = null
    if (goesOn || around.inField || around.inDialog || !around.singleKeys) return null
    if (press.shiftKey && key !== '?') return null
    const second = before === null ? null : find(`${before} ${key}`)
    if (second) return second
    if (shortcuts.some(({ keys }) => keys.startsWith(`${key} `))) {
      first = { key, at: press.timeStamp }
      return null
    }
    return find(key)
  }
}
