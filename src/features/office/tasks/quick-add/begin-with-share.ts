import type { ActorRefFrom } from 'xstate'
import type { quickAddMachine } from '@/machines/quick-add/quick-add.machine'
import { textToHtml, titleLimit } from '@/shared/domain/tasks/task'
import { forgetShare, readShare } from '@/shared/lib/shared-files'
import { attachFiles } from './attach-files'

/** The address of a new task from what another program shared: `?new-task=shared`. */
export const sharedWork = 'shared'

/** The first draft gets what another program shared with the app: its words and its files. */
export async function beginWithShare(actor: ActorRefFrom<typeof quickAddMachine>): Promise<void> {
  const share = await readShare()
  const [draft] = actor.getSnapshot().context.drafts
  if (!share || !draft) return
  const title = (
    share.title ||
    (share.files[0]?.name.replace(/\.[^.]+$/, '') ?? share.text.split('\n')[0] ?? '')
  ).trim()
  draft.send({
    type: 'draft.write',
    change: { title: title.slice(0, titleLimit), description: share.text === '' ? '' : textToHtml(share.text) },
  })
  attachFiles(draft.getSnapshot().context.uploads, share.files)
  await forgetShare()
}
