import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { newId } from '@/shared/lib/new-id'
import { useDraft } from '@/shared/hooks/use-draft'
import type { TextSaved } from '@/features/office/tasks/api/detail/save-text.mutation'
import { taskKey, taskListsKey } from '@/features/office/tasks/api/tasks.query'
import { reasonOf, sayError, withReason } from '../toasts'

export const textEditSchema = z.object({
  id: z.guid(),
  /** The task's text when the person last saw it. */
  seen: z.string(),
  text: z.string(),
})
export type TextEdit = z.infer<typeof textEditSchema>

type TextEditOptions = {
  taskId: string
  of: 'title' | 'description'
  /** The task's current text. */
  now: string
  save: (edit: TextEdit) => Promise<TextSaved>
}

/**
 * The edit of a text that others may change too. Without typed text it follows the others; with typed text the person
 * is told (`theirs`) and decides. Typed text stays until it is saved or discarded.
 */
export function useTextEdit({ taskId, of, now, save }: TextEditOptions) {
  const queryClient = useQueryClient()
  const { draft, keep, clear } = useDraft<TextEdit | null>({
    name: `${of}-${taskId}`,
    schema: textEditSchema,
    blank: null,
    isBlank: (typed) => typed === null || typed.text === typed.seen,
  })
  const [wasEdited, setWasEdited] = useState(false)
  const edit = draft && draft.text === draft.seen ? { ...draft, seen: now, text: now } : draft

  const close = () => {
    clear()
    setWasEdited(true)
  }
  const request = useActMutation({
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
    start: () => keep({ id: newId(), seen: now, text: now }),
    write: (text: string) => edit && keep({ ...edit, text }),
    save() {
      if (!edit || request.isPending) return
      if (edit.text === edit.seen) close()
      else request.mutate(edit)
    },
    /** Over theirs, which this person has now seen. */
    saveMine() {
      if (!edit) return
      keep({ ...edit, seen: now })
      request.mutate({ ...edit, seen: now })
    },
    close,
  }
}
