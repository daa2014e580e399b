import type { PickedRecord, RecordSource } from './record-source'
import { db } from '@/shared/db/client'
import { likeExactly } from '@/shared/db/like'
import { storableLine } from '@/shared/domain/text/storable'

type Job = { id: string; job_number: string; title: string; status: string }

const finished = ['delivered', 'closed']
const picked = ({ id, job_number, title, status }: Job): PickedRecord => ({
  id,
  label: `${job_number} · ${title}${finished.includes(status) ? ` (${status})` : ''}`,
})
const columns = 'id, job_number, title, status' as const
const closed = '(delivered,closed,cancelled)'

/** How long a job that was handed over is found for its time, in ms: six weeks. */
const recent = 42 * 86_400_000

const openOnes = (text: string, signal: AbortSignal) =>
  findJobs(text, signal, (jobs) =>
    jobs.not('status', 'in', closed).order('due_date', { nullsFirst: false }).order('job_number').limit(20),
  )

const finishedOnes = (text: string, signal: AbortSignal) =>
  findJobs(text, signal, (jobs) =>
    jobs
      .in('status', finished)
      .gte('finished_at', new Date(Date.now() - recent).toISOString())
      .order('finished_at', { ascending: false })
      .order('job_number')
      .limit(20),
  )

const jobsTable = () => db.from('jobs').select(columns)

async function findJobs(
  text: string,
  signal: AbortSignal,
  which: (jobs: ReturnType<typeof jobsTable>) => ReturnType<typeof jobsTable>,
): Promise<PickedRecord[]> {
  let query = jobsTable()
  for (const word of storableLine(text).split(' ').filter(Boolean).slice(0, 8)) {
    const pattern = `"*${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('*', '_')}*"`
    query = query.or(`job_number.ilike.${pattern},title.ilike.${pattern}`)
  }
  const { data } = await which(query).abortSignal(signal).throwOnError()
  return data.map(picked)
}

async function readJob(id: string, signal: AbortSignal): Promise<PickedRecord | null> {
  const { data } = await db.from('jobs').select(columns).eq('id', id).abortSignal(signal).maybeSingle().throwOnError()
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

const jobs = (name: string, find: (text: string, signal: AbortSignal) => Promise<PickedRecord[]>): RecordSource => ({
  one: 'job',
  many: 'jobs',
  from: 0,
  found: (text) => ({ queryKey: ['jobs', 'pick', name, text], queryFn: ({ signal }) => find(text, signal) }),
  chosen: (id) => ({
    queryKey: ['jobs', 'pick', 'chosen', id],
    enabled: id !== null,
    queryFn: ({ signal }) => (id === null ? null : readJob(id, signal)),
  }),
})

/** Open jobs, those that are due first at the top. */
export const openJobs = jobs('open', openOnes)

/** Open jobs, and below them those that were handed over in the last weeks: time is often noted after the hand-over. */
export const workedJobs = jobs('worked', async (text, signal) =>
  (await Promise.all([openOnes(text, signal), finishedOnes(text, signal)])).flat(),
)
