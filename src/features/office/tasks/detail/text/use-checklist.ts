import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { changeChecklist, type ChecklistChange, readChecklist } from '@/shared/domain/tasks/task-checklist'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import type { OutboxEntry } from '@/shared/domain/records/outbox'
import { checklistKind, readChecklistStep } from '@/features/office/tasks/outbox-kinds'
import { liveChecklist } from '../task-detail.actors'
import { sayError, saySuccess } from '../toasts'

type OpenChecklist = { id: string; title: string; description: string }

type ChecklistOutcomes = {
  onSaved: (change: ChecklistChange) => void
  onFailed: (change: ChecklistChange) => void
}

/** The shown checklist of a task's description (spec 2 §4). `change` returns false while another change is saved. */
export function useChecklist(task: OpenChecklist, { onSaved, onFailed }: ChecklistOutcomes) {
  const { id, title } = task
  const outbox = useOutbox()
  const waiting = useWaiting(checklistKind, id)
  const description = useMemo(() => withWaiting(task.description, waiting), [task.description, waiting])
  const machine = useMemo(() => liveChecklist(outbox, { id, title }), [outbox, id, title])
  const list = useActorRef(machine, { input: { description } })
  const shown = useSelector(list, (state) => state.context.description)
  const isSaving = useSelector(list, (state) => state.hasTag('saving'))

  useEffect(() => list.send({ type: 'description.heard', description }), [list, description])
  useEffect(() => {
    const heard = list.on('*', ({ type, change }) => {
      if (type === 'checklist.saved') saySuccess('Task todo list has been updated successfully.', 'Todo updated')
      if (type === 'checklist.failed') sayError('Failed to update todo. Please try again.', 'Error')
      if (type === 'checklist.outdated') sayError('Somebody else changed this line meanwhile.', 'Error')
      if (change === null) return
      if (type === 'checklist.saved' || type === 'checklist.waiting') onSaved(change)
      else onFailed(change)
    })
    return () => heard.unsubscribe()
  }, [list, onSaved, onFailed])

  return {
    /** The changes that the server does not have yet. */
    waiting,
    items: useMemo(() => readChecklist(shown).items, [shown]),
    isSaving,
    change(change: ChecklistChange): boolean {
      if (list.getSnapshot().hasTag('saving')) return false
      list.send({ type: 'checklist.change', change })
      return true
    },
  }
}

/** The list with this person's unsent changes. */
function withWaiting(description: string, waiting: readonly OutboxEntry[]): string {
  return waiting
    .filter(({ state }) => state !== 'refused')
    .reduce((shown, { payload }) => {
      const step = readChecklistStep(payload)
      return (step && changeChecklist(shown, step.change)) ?? shown
    }, description)
}
