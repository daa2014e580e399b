import type { ChangeSaved, SaveChange } from '@/machines/checklist/checklist.machine'
import { changeChecklist } from '@/shared/domain/tasks/task-checklist'
import { changeDescription } from './change-description'

/**
 * Makes one change of a checklist and saves the whole description (spec 2 §4). When another person changed the
 * description meanwhile, the change is applied to theirs, so nothing is lost. Throws a sentence when it cannot be
 * saved.
 */
export const saveChecklistChange = (taskId: string, { description, change }: SaveChange): Promise<ChangeSaved> =>
  changeDescription(taskId, description, (now) => changeChecklist(now, change))
