import { infiniteQueryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { type AuditLine, isRole } from '../audit-line'

/** The root of every key of the trail. */
export const auditKey = ['audit'] as const

const pageSize = 50

const columns = 'id, at, actor_label, table_name, record_id, record_label, action, changed, labels'

/** The key of a record whose lines have keys below its own. */
const isPaper = /^[0-9a-f-]{36}$/i

/**
 * Everything that happened to a record and to its lines, newest first. `id` is the record's own, the number of a line of its trail, or a
 * role: then it is every right that the role was given and lost.
 */
export const auditTrailQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...auditKey, id],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam: before, signal }): Promise<AuditLine[]> => {
      const recordId = /^\d{1,18}$/.test(id) ? await recordOfLine(id, signal) : id
      if (recordId === null) return []
      const trail = db.from('audit_logs').select(columns)
      let lines = isRole(recordId)
        ? trail.like('record_id', `${recordId}/%`)
        : isPaper.test(recordId)
          ? trail.or(`record_id.eq.${recordId},record_id.like.${recordId}/*`)
          : trail.eq('record_id', recordId)
      if (before !== null) lines = lines.lt('id', before)
      const { data } = await lines.order('id', { ascending: false }).limit(pageSize).abortSignal(signal).throwOnError()
      return data
    },
    getNextPageParam: (page) => (page.length < pageSize ? null : (page.at(-1)?.id ?? null)),
  })

async function recordOfLine(id: string, signal: AbortSignal): Promise<string | null> {
  const { data } = await db
    .from('audit_logs')
    .select('record_id')
    .eq('id', Number(id))
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data?.record_id ?? null
}
