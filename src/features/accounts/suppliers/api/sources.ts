import type { RecordSource } from '@/kit/pickers/record-source'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { accountsKey } from '../../shared/keys'

/** Jobs by number, title or client; the newest until something is typed. */
export const jobs: RecordSource = {
  one: 'job',
  many: 'jobs',
  from: 0,
  found: (text) => ({
    queryKey: [...accountsKey, 'pick-job', text],
    queryFn: async ({ signal }) => {
      const words = storableLine(text)
      const { data } = await (words === '' ? db.from('jobs') : db.rpc('jobs_named', { p_text: words }))
        .select('id, job_number, title')
        .order('created_at', { ascending: false })
        .limit(20)
        .abortSignal(signal)
        .throwOnError()
      return data.map(jobLabel)
    },
  }),
  chosen: (id) => ({
    queryKey: [...accountsKey, 'pick-job', 'chosen', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('jobs')
        .select('id, job_number, title')
        .eq('id', id ?? '')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data && jobLabel(data)
    },
  }),
}

const jobLabel = (job: { id: string; job_number: string | null; title: string | null }) => ({
  id: job.id,
  label: [job.job_number, job.title].filter(Boolean).join(' · '),
})
