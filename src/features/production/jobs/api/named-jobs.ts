import type { RecordSource } from '@/kit/pickers/record-source'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { jobsKey } from '../../shared/api/cards.query'

const columns = 'id, job_number, title' as const
const picked = ({ id, job_number, title }: { id: string; job_number: string; title: string }) => ({
  id,
  label: [job_number, title].filter(Boolean).join(' '),
})

/** Jobs by words in number, title or client, the newest first, 10 at most; those that are closed too. */
export const namedJobs: RecordSource = {
  one: 'job',
  many: 'jobs',
  from: 2,
  found: (text) => ({
    queryKey: [...jobsKey, 'choice', text],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('jobs_named', { p_text: storableLine(text) })
        .select(columns)
        .order('created_at', { ascending: false })
        .limit(10)
        .abortSignal(signal)
        .throwOnError()
      return data.map(picked)
    },
  }),
  chosen: (id) => ({
    queryKey: [...jobsKey, 'choice', 'chosen', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const jobs = db.from('jobs').select(columns)
      const { data } = await jobs
        .eq('id', id ?? '')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data && picked(data)
    },
  }),
}
