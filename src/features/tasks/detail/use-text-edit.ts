import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { newId } from '@/shared/lib/new-id'
import { useCurrentUser } from '@/shared/ui/current-user'
import type { TextSaved } from '../api/save-text.mutation'
import { taskKey, taskListsKey } from '../api/tasks.query'
import { type Kept, keptPerTask } from './kept'
import { reasonOf, sayError, withReason } from './toasts'

const editSchema = z.object({
  id: z.guid(),
  /** What the task said when it was last looked at. */
  seen: z.string(),
  text: z.string(),
})
export type TextEdit = z.infer<typeof editSchema>

export const keptTitles = keptPerTask('title', editSchema)
export const keptDescriptions = keptPerTask('description', editSchema)

type TextEditOptions = {
  taskId: string
  /** What the task says now. */
  now: string
  kept: Kept<TextEdit>
  save: (edit: TextEdit) => Promise<TextSaved>
}

/**
 * Somebody changing a text that others may change too. Who has typed nothing follows the others; who has is told
 * (`theirs`) and decides. What was typed stays until it is saved or sent away.
 */
export function useTextEdit({ taskId, now, kept, save }: TextEditOptions) {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  const [edit, setEdit] = useState(() => kept.read(user.id, taskId))
  const [wasEdited, setWasEdited] = useState(false)
  if (edit && edit.text === edit.seen && edit.seen !== now) setEdit({ ...edit, seen: now, text: now })

  const change = (next: TextEdit) => {
    setEdit(next)
    if (next.text === next.seen) kept.drop(user.id, taskId)
    else kept.keep(user.id, taskId, next)
  }
  const close = () => {
    kept.drop(user.id, taskId)
    setEdit(null)
    setWasEdited(true)
  }
  const request = useMutation({
    mutationFn: save,
    onSuccess: async (outcome) => {
      void queryClient.invalidateQueries({ queryKey: taskListsKey })
      await queryClient.invalidateQueries({ queryKey: taskKey(taskId) })
      if (outcome === 'saved') close()
    },
    onError: (error) => sayError(withReason('Failed to update task', reasonOf(error)), 'Error'),
  })

  return {
    edit,
    /** The focus goes back to where the edit began. */
    wasEdited,
    isSaving: request.isPending,
    theirs: edit && !request.isPending && now !== edit.seen && now !== edit.text ? now : null,
    start: () => change({ id: newId(), seen: now, text: now }),
    write: (text: string) => edit && change({ ...edit, text }),
    save() {
      if (!edit || request.isPending) return
      if (edit.text === edit.seen) close()
      else request.mutate(edit)
    },
    /** Over theirs, which this person has now seen. */
    saveMine() {
      if (!edit) return
      change({ ...edit, seen: now })
      request.mutate({ ...edit, seen: now })
    },
    close,
  }
}
