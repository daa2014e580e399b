import { shortDecimalText } from '@/shared/domain/money/money'
import type { Job } from '../api/job.query'

/** A part of the pieces of a job: `3 of 20`. */
export const partOf = (job: Job, qty: string): string => `${shortDecimalText(qty)} of ${shortDecimalText(job.qty)}`
