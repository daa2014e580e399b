import { db } from '@/shared/db/client'
import type { Database } from '@/shared/db/database.types'

/** The root of all that is read about jobs and their steps. */
export const jobsKey = ['jobs'] as const

/** Live sources of jobs for people who see them on one of these pages. */
export const jobsLive = [
  { page: 'jobs', tables: ['jobs', 'job_steps', 'job_materials', 'job_checks', 'job_files', 'document_events'] },
  { page: 'orders', tables: ['jobs', 'job_steps', 'job_files', 'orders'] },
  { page: 'production', tables: ['jobs', 'job_steps', 'job_materials', 'job_checks', 'job_files', 'work_centres'] },
] as const

export type Step = Pick<
  Database['public']['Tables']['job_steps']['Row'],
  | 'id'
  | 'name'
  | 'status'
  | 'position'
  | 'planned_minutes'
  | 'assignees'
  | 'depends_on'
  | 'before_approval'
  | 'started_at'
  | 'finished_at'
  | 'wait_minutes'
> & { work_centre: { id: string; name: string; kind: string } | null }

type Named = { id: string; type: string; name: string | null; last_name: string | null; company: string | null }

/** A job's need of an item. The job waits while more is planned than reserved and taken. */
export type Need = { qty_planned: number; qty_reserved: number; qty_used: number; item: { name: string } }

/** A job as a card or a row: its client, its order and its steps. */
export type JobCard = Pick<
  Database['public']['Tables']['jobs']['Row'],
  | 'id'
  | 'job_number'
  | 'title'
  | 'status'
  | 'priority'
  | 'due_date'
  | 'created_at'
  | 'lead_user_id'
  | 'hold_reason'
  | 'held_with_order'
  | 'cancel_reason'
  | 'is_made_elsewhere'
  | 'mockup_required'
  | 'mockup_status'
  | 'remake_of'
> & { order: { id: string; order_number: string } | null; contact: Named | null; steps: Step[]; materials: Need[] }

const ownColumns = `id, job_number, title, status, priority, due_date, created_at, lead_user_id, hold_reason, held_with_order,
  cancel_reason, is_made_elsewhere, mockup_required, mockup_status, remake_of, order:orders!jobs_order_id_fkey(id, order_number),
  contact:contacts!jobs_contact_id_fkey(id, type, name, last_name, company),
  materials:job_materials(qty_planned, qty_reserved, qty_used, item:inventory_items(name))`
const stepColumns = `id, name, status, position, planned_minutes, assignees, depends_on, before_approval,
  started_at, finished_at, wait_minutes, work_centre:work_centres(id, name, kind)`

/** The columns of a job's card. */
export const cardColumns = `${ownColumns}, steps:job_steps(${stepColumns})` as const

/** The columns of a job's page: also the results of its steps. */
export const pageColumns =
  `${ownColumns}, steps:job_steps(${stepColumns}, qty_good, qty_waste, qty_kept, rounds, skip_reason, row_version)` as const

/** Ids of the open jobs with a step that this person still has to do. */
export async function readJobsOf(person: string, signal: AbortSignal): Promise<string[]> {
  const { data } = await db
    .from('job_steps')
    .select('job_id')
    .contains('assignees', [person])
    .not('status', 'in', '(done,skipped)')
    .limit(500)
    .abortSignal(signal)
    .throwOnError()
  return [...new Set(data.map(({ job_id }) => job_id))]
}
