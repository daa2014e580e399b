import { notifyWithUndo } from '@/kit/confirm'
import { useCallback, useMemo } from 'react'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useOutbox, useOutboxEntries } from '@/kit/outbox/outbox-provider'
import { doneText } from '../changes/task-change'
import { sayError } from '../detail/toasts'
import { readStatusMove, statusKind, statusMove } from '../status-kind'
import { dueDay } from '@/shared/domain/tasks/due'

type Moved = { id: string; title: string; status: string }

export type TaskMoves = {
  /** The status that each task on its way is shown with. */
  moved: ReadonlyMap<string, string>
  /** The pending moves that wait for the network. */
  unsent: ReadonlySet<string>
  move: (task: Moved, status: string) => void
}

/** Moves shown at once and taken back when the server refuses them. A task moved twice shows its last place. */
export function useTaskMoves(): TaskMoves {
  const outbox = useOutbox()
  const entries = useOutboxEntries()
  const { moved, unsent } = useMemo(() => {
    const going = entries.filter(({ kind, state }) => kind === statusKind.name && state !== 'refused')
    return {
      moved: new Map(going.map(({ about, payload }) => [about, readStatusMove(payload)?.to ?? ''])),
      unsent: new Set(going.filter(({ state }) => state === 'waiting').map(({ about }) => about)),
    }
  }, [entries])

  const move = useCallback(
    (task: Moved, status: string) => {
      if (task.status === status) return
      const perform = (from: string, to: string) =>
        outbox.perform(statusKind, statusMove({ ...task, status: from }, to))
      const undo = () =>
        void perform(status, task.status).catch((error: unknown) => sayError(saveProblem(error), 'Error'))
      void perform(task.status, status)
        .then(() => notifyWithUndo(doneText([task], { status }, dueDay), undo))
        .catch(() => sayError('Failed to update task', 'Error'))
    },
    [outbox],
  )
  return { moved, unsent, move }
}
