import { db } from '@/shared/db/client'
import { mayChange } from '@/shared/domain/tasks/task-rights'
import type { Rights } from '@/shared/domain/people/permission'
import { derivedId } from '@/shared/domain/records/derived-id'
import { storable } from '@/shared/domain/text/storable'
import { isPrivate } from '@/shared/domain/tasks/task'
import { ownNames } from '@/shared/domain/web/own-names'
import { tellMentioned } from './tell-mentioned'

export type NewComment = {
  /** Made by the client: adding it twice adds it once. */
  id: string
  html: string
  files: readonly { path: string; name: string }[]
  /** Whom it mentions, by id. */
  mentioned: readonly string[]
}
type Task = { id: string; title: string; created_by: string | null; assignees: readonly string[] }
type Author = { id: string; name: string; rights: Rights }

const alreadyThere = '23505'

/**
 * Adds a comment and notifies the creator, the assignees and the mentioned people (spec 2 §7). An existing comment with
 * this id and text, from a try whose answer was lost, counts as success. When the id exists with another text, the
 * comment gets a new id. Throws with the server's reason; a failed notice does not throw.
 */
export async function addComment(task: Task, author: Author, comment: NewComment): Promise<void> {
  const words = { content: storable(comment.html), attachments: comment.files.map(({ path }) => path) }
  const row = { ...words, file_names: ownNames(comment.files), task_id: task.id, user_id: author.id }
  let { id } = comment
  if (!(await insertOnce({ id, ...row }))) {
    id = derivedId(id, JSON.stringify(words))
    if (!(await insertOnce({ id, ...row }))) throw new Error('Another comment has this id')
  }
  const { mentioned } = comment
  const mayTell = !isPrivate(task) && mayChange(task, author)
  await Promise.allSettled([
    tellMembers(task, author, id),
    mayTell ? tellMentioned({ task, by: author, mentioned, cause: id }) : null,
  ])
}

type Row = {
  id: string
  task_id: string
  user_id: string
  content: string
  attachments: string[]
  file_names: Record<string, string>
}

/** False where the id is taken by other words. Throws with the server's reason. */
async function insertOnce(row: Row): Promise<boolean> {
  const { error } = await db.from('task_comments').insert(row)
  if (error === null) return true
  if (error.code !== alreadyThere) throw new Error(error.message)
  const stored = await db.from('task_comments').select('task_id, user_id, content, attachments').eq('id', row.id)
  if (stored.error) throw new Error(stored.error.message)
  const [there] = stored.data
  return (
    there !== undefined &&
    there.task_id === row.task_id &&
    there.user_id === row.user_id &&
    there.content === row.content &&
    there.attachments.join('\n') === row.attachments.join('\n')
  )
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
