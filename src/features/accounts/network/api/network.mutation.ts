import { z } from 'zod'
import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'
import { refusalsReady } from '@/shared/db/fetch/before-refusals'

const refusal = z.object({ error: z.string() })
const account = z.object({ name: z.string().nullable(), isTest: z.boolean() })
export type AccessPointAccount = z.infer<typeof account>

/** Asks the access point who it is, and remembers it. `name` is null where none is set up. Throws its sentence when it refuses. */
export async function connectNetwork(): Promise<AccessPointAccount> {
  const { data, error } = await db.functions.invoke<unknown>('electronic-network', { body: { connect: true } })
  if (!error) return account.parse(data)
  await refusalsReady()
  const response: unknown = error instanceof Error && 'context' in error ? error.context : null
  const said = refusal.safeParse(response instanceof Response ? await response.json().catch(() => null) : null)
  throw new Error(said.success ? said.data.error : 'The server cannot be reached. Please try again.')
}

/** Saves how the company uses the network. @throws NotSaved when the person may not */
export async function saveNetwork(values: { own_address: string | null; sends_when_issued: boolean }): Promise<void> {
  const { data } = await db.from('network_settings').update(values).eq('id', 1).select('id').throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change how the network is used.')
}
