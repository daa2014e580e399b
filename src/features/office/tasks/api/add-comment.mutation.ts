import { db } from '@/shared/db/client'
import { mayChange } from '@/shared/domain/task-rights'
import type { Rights } from '@/shared/domain/permission'
import { storable } from '@/shared/domain/storable'
import { isPrivate } from '@/shared/domain/task'
import { tellMentioned } from './tell-mentioned'

export type NewComment = {
  /** Made by the client: adding it twice adds it once. */
  id: string
  html: string
  attachments: readonly string[]
  /** Whom it mentions, by id. */
  mentioned: readonly string[]
}
type Task = { id: string; title: string; created_by: string | null; assignees: readonly string[] }
type Author = { id: string; name: string; rights: Rights }

const alreadyThere = '23505'

/**
 * Adds a comment and tells the creator, the assignees and whoever is mentioned (spec 2 §7). A comment that is already
 * there, from a try whose answer was lost, is a success. Throws with the server's reason; notices that cannot be sent
 * are no reason.
 */
export async function addComment(task: Task, author: Author, comment: NewComment): Promise<void> {
  const { error } = await db.from('task_comments').insert({
    id: comment.id,
    task_id: task.id,
    user_id: author.id,
    content: storable(comment.html),
    attachments: [...comment.attachments],
  })
  if (error && error.code !== alreadyThere) throw new Error(error.message)
  const { id, mentioned } = comment
  const mayTell = !isPrivate(task) && mayChange(task, author)
  await Promise.allSettled([
    tellMembers(task, author, id),
    mayTell ? tellMentioned({ task, by: author, mentioned, cause: id }) : null,
  ])
}

async function tellMembers(task: Task, author: Author, commentId: string): Promise<void> {
  const members = [...new Set([task.created_by, ...task.assignees])].filter((id) => id !== null && id !== author.id)
  const notices = members.flatMap((userId) =>
    userId === null
      ? []
      : {
          user_id: userId,
          task_id: task.id,
          commenter_id: author.id,
          comment_id: commentId,
          task_title: task.title,
          message: `${author.name} replied to "${task.title}"`,
        },
  )
  if (notices.length === 0) return
  const { error } = await db.from('task_reply_notifications').insert(notices)
  if (error?.code !== alreadyThere) return
  for (const notice of notices) await db.from('task_reply_notifications').insert(notice)
}
