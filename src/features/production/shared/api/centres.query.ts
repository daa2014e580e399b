import { queryOptions } from '@tanstack/react-query'
import type { PickedRecord, RecordSource } from '@/kit/pickers/record-source'
import { db } from '@/shared/db/client'
import { foldAccents } from '@/shared/domain/text/fold-accents'

async function readCentres(signal: AbortSignal): Promise<PickedRecord[]> {
  const { data } = await db
    .from('work_centres')
    .select('id, name')
    .is('archived_at', null)
    .order('sort')
    .order('name')
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ id, name }) => ({ id, label: name }))
}

/** The root of the days on which work centres are closed. */
export const closuresKey = ['work-centres', 'closed-days'] as const

/** Every work centre by name, also archived ones. */
export const namedCentresQuery = queryOptions({
  queryKey: ['work-centres', 'named'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('work_centres')
      .select('id, name')
      .order('sort')
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** The work centres in use. */
export const workCentres: RecordSource = {
  one: 'work centre',
  many: 'work centres',
  from: 0,
  found: (text) => ({
    queryKey: ['work-centres', 'pick', text],
    queryFn: async ({ signal }) =>
      (await readCentres(signal)).filter(({ label }) => foldAccents(label).includes(foldAccents(text))),
  }),
  chosen: (id) => ({
    queryKey: ['work-centres', 'pick', 'chosen', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => (await readCentres(signal)).find((centre) => centre.id === id) ?? null,
  }),
}
