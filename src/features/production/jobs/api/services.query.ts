import type { PickedRecord } from '@/kit/pickers/record-source'
import { db } from '@/shared/db/client'
import { storable } from '@/shared/domain/text/storable'

const picked = ({ id, name }: { id: string; name: string }): PickedRecord => ({ id, label: name })

/** Services whose name holds this text: at most 20. */
export async function findServices(text: string, signal: AbortSignal): Promise<PickedRecord[]> {
  const words = storable(text)
    .trim()
    .replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  const { data } = await db
    .from('services')
    .select('id, name')
    .is('archived_at', null)
    .ilike('name', `%${words}%`)
    .order('sort')
    .order('name')
    .limit(20)
    .abortSignal(signal)
    .throwOnError()
  return data.map(picked)
}

export async function readService(id: string, signal: AbortSignal): Promise<PickedRecord | null> {
  const { data } = await db
    .from('services')
    .select('id, name')
    .eq('id', id)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError()
  return data && picked(data)
}
