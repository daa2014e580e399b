import type { Shortcut } from './shortcuts'

export type Press = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'defaultPrevented' | 'timeStamp'
>
/** `field`: somebody types. `dialog`: one is open, so the keys belong to it. */
export type Surroundings = { inField: boolean; inDialog: boolean; singleKeys: boolean }

/** The second key of a shortcut must follow within so many ms. */
const patience = 1200

/** Says which shortcut a press completes. Keys without Ctrl or Command count only where nobody types. */
export function createKeyReader() {
  let first: { key: string; at: number } | null = null

  return (press: Press, around: Surroundings, shortcuts: readonly Shortcut[]): Shortcut | null => {
    if (press.repeat || press.isComposing || press.defaultPrevented || press.altKey) return null
    const key = press.key.length === 1 ? press.key.toUpperCase() : press.key
    const find = (keys: string) => shortcuts.find((shortcut) => shortcut.keys === keys) ?? null
    if (press.ctrlKey || press.metaKey) return press.shiftKey ? null : find(`mod+${key}`)

    const before = first && press.timeStamp - first.at <= patience ? first.key : null
    first = null
    if (around.inField || around.inDialog || !around.singleKeys) return null
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
