import { useMutation } from '@tanstack/react-query'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { saysNothing } from '@/shared/domain/comment'
import { improveText } from '../api/improve-text.mutation'
import { createSanitiser } from '../sanitise-html'
import { reasonOf, sayError, saySuccess } from './toasts'

/** What a machine wrote is as untrusted as what a stranger wrote. */
const cleaned = (html: string): string => createSanitiser(window)(html).toString()

/** AI improve with undo (spec 2 §8). */
export function useImprovement(editor: Editor) {
  const [original, setOriginal] = useState<string | null>(null)
  const request = useMutation({
    mutationFn: improveText,
    onMutate: () => editor.setEditable(false),
    onSuccess: ({ improvedText, note }, before) => {
      setOriginal(before)
      editor.commands.setContent(cleaned(improvedText), { emitUpdate: true })
      const checkedBy = note ? ` (${note})` : ''
      saySuccess(`AI has enhanced your reply for clarity and grammar${checkedBy}`, 'Reply improved!')
    },
    onError: (error) => sayError(reasonOf(error) || 'Please try again or contact support', 'Improvement failed'),
    onSettled: () => editor.setEditable(true),
  })

  return {
    isBusy: request.isPending,
    canUndo: original !== null,
    improve(html: string) {
      if (saysNothing(html)) return sayError('Please enter some reply text first.', 'No content to improve')
      request.mutate(html)
    },
    undo() {
      if (original === null) return
      editor.commands.setContent(original, { emitUpdate: true })
      setOriginal(null)
      saySuccess('Reply reverted')
    },
    forget: () => setOriginal(null),
  }
}
