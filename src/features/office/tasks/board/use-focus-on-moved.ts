import { useCallback, useEffect, useRef } from 'react'
import { menuIdOf } from '../list/task-menu'
import type { TaskMoves } from '../list/use-task-moves'

/**
 * Keeps the focus on the menu of a card that was moved by it. The card is drawn again in its new column, and moved when
 * the database answers; each time the browser drops the focus, and this restores it unless the person moved it
 * elsewhere.
 */
export function useFocusOnMoved(moved: TaskMoves['moved']): (taskId: string) => void {
  const followed = useRef<string | null>(null)

  useEffect(() => {
    const taskId = followed.current
    if (taskId === null) return
    const button = document.getElementById(menuIdOf(taskId))
    const isDropped = document.activeElement === null || document.activeElement === document.body
    if (isDropped) button?.focus()
    const isElsewhere = !isDropped && document.activeElement !== button
    if (isElsewhere || !moved.has(taskId)) followed.current = null
  })

  return useCallback((taskId: string) => {
    followed.current = taskId
  }, [])
}
