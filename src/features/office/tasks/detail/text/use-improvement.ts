import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { saysNothing } from '@/shared/domain/text/comment'
import { improveText } from '@/features/office/tasks/api/detail/improve-text.mutation'
import { improveDescription } from '@/features/office/tasks/quick-add/improve-description'
import { createSanitiser } from '@/features/office/tasks/sanitise-html'
import { reasonOf, sayError, saySuccess } from '../toasts'

/** The server's text is cleaned like any foreign text. */
const cleaned = (html: string): string => createSanitiser(window)(html).toString()

/** The texts of spec 2 §8. */
const texts = {
  reply: {
    nothing: 'Please enter some reply text first.',
    title: 'Reply improved!',
    done: 'AI has enhanced your reply for clarity and grammar',
    undoLabel: 'Undo',
    undone: 'Reply reverted',
  },
  description: {
    nothing: 'Please enter some description text first.',
    title: 'Description improved!',
    done: 'AI has enhanced your task description for clarity and grammar',
    undoLabel: 'Revert',
    undone: 'Reverted to original',
  },
}

type ImprovementOptions = { of: keyof typeof texts; write: (html: string) => void }

/** AI improve with undo (spec 2 §8). */
export function useImprovement({ of, write }: ImprovementOptions) {
  const say = texts[of]
  const [original, setOriginal] = useState<string | null>(null)
  const request = useActMutation({
    mutationFn: (html: string) => improveDescription(html, improveText, cleaned),
    onSuccess: ({ description, note }, before) => {
      setOriginal(before)
      write(description)
      saySuccess(note ? `${say.done} (${note})` : say.done, say.title)
    },
    onError: (error) => sayError(reasonOf(error) || 'Please try again or contact support', 'Improvement failed'),
  })

  return {
    isBusy: request.isPending,
    /** The label of the undo button; null without an undo. */
    undoLabel: original === null ? null : say.undoLabel,
    improve(html: string) {
      if (saysNothing(html)) return sayError(say.nothing, 'No content to improve')
      request.mutate(html)
    },
    undo() {
      if (original === null) return
      write(original)
      setOriginal(null)
      request.reset()
      saySuccess(say.undone)
    },
    forget: () => setOriginal(null),
  }
}
