import { nudgeSchema, topics } from '../../src/shared/domain/records/nudge.ts'
import { browserOf, type Person, type Served } from './people.ts'

/**
 * A person's topic through the Supabase client alone, without catch-up and polls. It shows what the connection itself
 * loses. `heard`: the ids of all nudges.
 */
export async function openBareClient(server: Served, person: Person) {
  const heard = new Set<string>()
  const client = await browserOf(server, person)
  client
    .channel(topics.user(person.id), { config: { private: true } })
    .on('broadcast', { event: '*' }, ({ payload }) => {
      const id = nudgeSchema.safeParse(payload).data?.id
      if (id) heard.add(id)
    })
    .subscribe()
  return { heard, close: async () => void (await client.removeAllChannels()) }
}
