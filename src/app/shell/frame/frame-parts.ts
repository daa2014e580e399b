import { linkTo } from '@/shared/lib/address'

/** The parts of the staff frame that a path shows. `menus`: bar, drawer, timer, notifications and converter together. */
export type FrameParts = { menus: boolean; footer: boolean; topBar: 'flowing' | 'fixed' }

/** spec 1 §2.6: no menus below /jobs/job-types/ but on the edit page; no footer and a fixed bar on /calendar. */
export function framePartsAt(path: string): FrameParts {
  const isCalendar = path === linkTo('/calendar')
  return { menus: !isJobType(path) || isEditPage(path), footer: !isCalendar, topBar: isCalendar ? 'fixed' : 'flowing' }
}

const isJobType = (path: string) => path.startsWith(`${linkTo('/jobs/job-types')}/`)
const isEditPage = (path: string) => path.split('/').includes('edit')
