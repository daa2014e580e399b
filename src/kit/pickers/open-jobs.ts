import type { PickedRecord, RecordSource } from './record-source'
import { db } from '@/shared/db/client'
import { likeExactly } from '@/shared/db/like'
import { storableLine } from '@/shared/domain/text/storable'

const picked = ({ id, job_number, title }: { id: string; job_number: string; title: string }): PickedRecord => ({
  id,
  label: `${job_number} · ${title}`,
})
const closed = '(delivered,closed,cancelled)'

async function findJobs(text: string, signal: AbortSignal): Promise<PickedRecord[]> {
  let query = db.from('jobs').select('id, job_number, title').not('status', 'in', closed)
  for (const word of storableLine(text).split(' ').filter(Boolean).slice(0, 8)) {
    const pattern = `"*${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('*', '_')}*"`
    query = query.or(`job_number.ilike.${pattern},title.ilike.${pattern}`)
  }
  const { data } = await query
    .order('due_date', { nullsFirst: false })
    .order('job_number')
    .limit(20)
    .abortSignal(signal)
    .throwOnError()
  return data.map(picked)
}

async function readJob(id: string, signal: AbortSignal): Promise<PickedRecord | null> {
  const { data } = await db
    .from('jobs')
    .select('id, job_number, title')
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data && picked(data)
}

/** The id of the job with exactly this number, from a ticket or a keyboard; null without one. */
export async function jobByNumber(typed: string): Promise<string | null> {
  const number = storableLine(typed)
  if (number === '') return null
  const { data } = await db
    .from('jobs')
    .select('id')
    .ilike('job_number', likeExactly(number))
    .maybeSingle()
    .throwOnError()
  return data?.id ?? null
}

/** Open jobs, those that are due first at the top. */
export const openJobs: RecordSource = {
  one: 'job',
  many: 'jobs',
  from: 0,
  found: (text) => ({ queryKey: ['jobs', 'pick', text], queryFn: ({ signal }) => findJobs(text, signal) }),
  chosen: (id) => ({
    queryKey: ['jobs', 'pick', 'chosen', id],
    enabled: id !== null,
    queryFn: ({ signal }) => (id === null ? null : readJob(id, signal)),
  }),
}
