import type { ChangeSaved, SaveChange } from '@/machines/checklist/checklist.machine'
import { changeChecklist } from '@/shared/domain/tasks/task-checklist'
import { changeDescription } from './change-description'

/**
 * Makes one change of a checklist and saves it back whole (spec 2 §4). When somebody else changed the description
 * meanwhile the change is made to theirs, so two people at once lose nothing. Throws in words when it cannot be saved.
 */
export const saveChecklistChange = (taskId: string, { description, change }: SaveChange): Promise<ChangeSaved> =>
  changeDescription(taskId, description, (now) => changeChecklist(now, change))
