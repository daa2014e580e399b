import { hasTitle } from '@/shared/domain/tasks/task'
import { hasFailed } from '../upload/upload.machine'
import type { DraftContent } from './draft-content'
import { contentOf, type DraftRef } from './draft.machine'

/** The content of each draft, in order. */
export const contents = (drafts: readonly DraftRef[]): DraftContent[] =>
  drafts.map((draft) => contentOf(draft.getSnapshot()))

/** The files of the drafts that will be created. Files of a draft without a title do not block saving. */
export const uploadsOf = (drafts: readonly DraftRef[]) =>
  drafts
    .map((draft) => draft.getSnapshot().context)
    .filter(hasTitle)
    .flatMap(({ uploads }) => uploads.getSnapshot().context.uploads)

export const failedUpload = (drafts: readonly DraftRef[]) => uploadsOf(drafts).find(hasFailed)
