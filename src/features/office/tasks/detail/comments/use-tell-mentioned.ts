import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mentionedIn } from '@/shared/domain/text/mention'
import { isPrivate } from '@/shared/domain/tasks/task'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { mentionableQuery } from '@/features/office/tasks/api/detail/mentionable.query'
import type { TaskDetail } from '@/features/office/tasks/api/detail/task-detail.query'
import { taskKey } from '@/features/office/tasks/api/tasks.query'
import { tellMentioned } from '@/features/office/tasks/api/detail/tell-mentioned'
import { saySuccess } from '../toasts'

type Words = { title?: string; description?: string }

/** People newly mentioned in a task join it and are notified. A private task becomes shared (spec 2 §4, §5). */
export function useTellMentioned(task: TaskDetail) {
  const user = useCurrentUser()
  const queryClient = useQueryClient()
  const people = useQuery(mentionableQuery).data ?? []
  const whom = ({ title = '', description = '' }: Words) => mentionedIn({ title, description }, people)

  return async (before: Words, after: Words, cause: string): Promise<void> => {
    const known = whom(before)
    const mentioned = whom(after).filter((userId) => !known.includes(userId))
    if (mentioned.length === 0) return
    try {
      const joined = await tellMentioned({ task, by: user, mentioned, cause })
      if (joined.length === 0) return
      saySuccess(isPrivate(task) ? 'Private task converted to shared' : 'Users mentioned and added')
      await queryClient.invalidateQueries({ queryKey: taskKey(task.id) })
    } catch {
      return
    }
  }
}
