import type { QueryClient } from '@tanstack/react-query'
import { addComment } from '@/features/office/tasks/api/detail/add-comment.mutation'
import { commentsKey } from '@/features/office/tasks/api/detail/comments.query'
import { taskDetailQuery } from '@/features/office/tasks/api/detail/task-detail.query'
import { textToHtml } from '@/shared/domain/tasks/task'
import { newId } from '@/shared/lib/new-id'
import type { CurrentUser } from '@/shared/hooks/current-user'

/** Adds a plain text as a comment to a task and tells its members. Rejects in words. */
export async function answerTask(
  queryClient: QueryClient,
  { taskId, text, as }: { taskId: string; text: string; as: CurrentUser },
): Promise<void> {
  const task = await queryClient.fetchQuery(taskDetailQuery(taskId))
  if (task === null) throw new Error('Task not found')
  await addComment(task, as, { id: newId(), html: textToHtml(text), files: [], mentioned: [] })
  await queryClient.invalidateQueries({ queryKey: commentsKey(taskId) })
}
