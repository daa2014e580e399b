import { db } from '@/shared/db/client'

export type NewJob = {
  /** Chosen here, so that a repeated call makes one job. */
  id: string
  title: string
  contact_id: string | null
  service_id: string | null
  /** Decimal text. */
  qty: string
  width_mm: string | null
  height_mm: string | null
  due_date: string | null
  priority: string
  details: string | null
}

/** A job with the steps of its service; its id. */
export async function createJob(job: NewJob): Promise<string> {
  const { data } = await db
    .rpc('create_job', {
      p_id: job.id,
      p_title: job.title,
      p_qty: Number(job.qty),
      p_priority: job.priority,
      ...(job.contact_id ? { p_contact_id: job.contact_id } : {}),
      ...(job.service_id ? { p_service_id: job.service_id } : {}),
      ...(job.width_mm ? { p_width_mm: Number(job.width_mm) } : {}),
      ...(job.height_mm ? { p_height_mm: Number(job.height_mm) } : {}),
      ...(job.due_date ? { p_due_date: job.due_date } : {}),
      ...(job.details ? { p_details: job.details } : {}),
    })
    .throwOnError()
  return data
}

/** Creates a job for each of these lines without one; returns how many. */
export async function createJobsOfQuotation(quotationId: string, lines: readonly string[]): Promise<number> {
  const { data } = await db
    .rpc('create_jobs_of_quotation', { p_quotation_id: quotationId, p_item_ids: [...lines] })
    .throwOnError()
  return data
}
