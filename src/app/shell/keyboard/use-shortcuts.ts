import { useEffect, useEffectEvent, useState } from 'react'
import { useRights } from '@/shared/hooks/current-user'
import { isKeyOf, isLayerOpen } from '@/shared/lib/typing'
import { createKeyReader } from './key-reader'
import { type Shortcut, shortcutsFor } from './shortcuts'
import { singleKeysHere } from '@/shared/lib/single-keys'
import { tapOrHold } from './tap-or-hold'

/**
 * Binds the shortcuts while the frame is mounted. `isDialogComing`: a dialog is about to open. `?` that is held
 * shows the keys in their places and runs nothing.
 */
export function useShortcuts(run: (shortcut: Shortcut) => void, isDialogComing: boolean): void {
  const available = shortcutsFor(useRights())
  const [read] = useState(createKeyReader)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]')) return
    const around = {
      inField: isKeyOf(event.target, event.key),
      inDialog: isDialogComing || isLayerOpen(),
      singleKeys: singleKeysHere(),
    }
    const shortcut = read(event, around, available)
    if (!shortcut) return
    event.preventDefault()
    if (shortcut.keys === '?') tapOrHold(event.code, () => run(shortcut))
    else run(shortcut)
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
