import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { type ChecklistChange, readChecklist } from '@/shared/domain/task-checklist'
import { liveChecklist } from './task-detail.actors'
import { sayError, saySuccess } from './toasts'

type ChecklistOutcomes = {
  onSaved: (change: ChecklistChange) => void
  onFailed: (change: ChecklistChange) => void
}

/** The checklist inside a task's description, as it is shown (spec 2 §4). `change` answers false while one is saved. */
export function useChecklist(taskId: string, description: string, { onSaved, onFailed }: ChecklistOutcomes) {
  const list = useActorRef(
    useMemo(() => liveChecklist(taskId), [taskId]),
    { input: { description } },
  )
  const shown = useSelector(list, (state) => state.context.description)
  const isSaving = useSelector(list, (state) => state.hasTag('saving'))

  useEffect(() => list.send({ type: 'description.heard', description }), [list, description])
  useEffect(() => {
    const heard = list.on('*', ({ type, change }) => {
      if (type === 'checklist.saved') saySuccess('Task todo list has been updated successfully.', 'Todo updated')
      if (type === 'checklist.failed') sayError('Failed to update todo. Please try again.', 'Error')
      if (type === 'checklist.outdated') sayError('Somebody else changed this line meanwhile.', 'Error')
      if (change === null) return
      if (type === 'checklist.saved') onSaved(change)
      else onFailed(change)
    })
    return () => heard.unsubscribe()
  }, [list, onSaved, onFailed])

  return {
    items: useMemo(() => readChecklist(shown).items, [shown]),
    isSaving,
    change(change: ChecklistChange): boolean {
      if (list.getSnapshot().hasTag('saving')) return false
      list.send({ type: 'checklist.change', change })
      return true
    },
  }
}
