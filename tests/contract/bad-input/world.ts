import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { connectDb } from '@/shared/db/connect'
import { admin, browserOf, newPerson, type Person } from '../../faults/people.ts'
import { startTestServer, type TestServer } from '../../../supabase/local/testing/test-server.ts'

export type World = {
  server: TestServer
  /** Signed in as sara in the app's own client. She may create tasks. */
  sara: Person
  /** Petra Ġilju, the person to be mentioned. */
  petra: Person
  pending: Person
  client: Person
  business: string
  site: string
  otherBusiness: string
  otherSite: string
  quotation: string
  /** A private task of petra, and one that she shares only with the pending person. */
  petrasPrivate: string
  petrasShared: string
  /** The untyped client of sara: it sends any value. */
  raw: SupabaseClient
  close: () => Promise<void>
}

export async function openBadInputWorld(): Promise<World> {
  const server = await startTestServer()
  const db = admin(server)
  const [sara, petra, pending, client] = [
    await newPerson(server, 'sales'),
    await newPerson(server, 'team_member'),
    await newPerson(server, 'pending'),
    await newPerson(server, 'client'),
  ]
  await db.from('contacts').insert({ user_id: petra.id, name: 'Petra', last_name: 'Ġilju' }).throwOnError()
  const business = async (name: string) => {
    const { data } = await db.from('contacts').insert({ name, type: 'Business' }).select('id').single().throwOnError()
    const place = await db
      .from('locations')
      .insert({ label: name, business_id: data.id })
      .select('id')
      .single()
      .throwOnError()
    return { id: data.id, site: place.data.id }
  }
  const [bakery, hotel] = [await business('Bakery'), await business('Hotel')]
  const quotation = await db
    .from('quotations')
    .insert({ quotation_number: 'Q-1', contact_id: bakery.id, status: 'sent' })
    .select('id')
    .single()
    .throwOnError()
  const taskOf = async (assignees: string[]) => {
    const task = { id: randomUUID(), title: 'Petra’s', created_by: petra.id, assignees }
    await db.from('tasks').insert(task).throwOnError()
    return task.id
  }

  const { publishableKey } = server.keys
  const app = connectDb({ supabaseUrl: server.url, publishableKey, companyDomain: '', demo: false })
  const { error } = await app.auth.signInWithPassword(sara)
  if (error) throw error
  const raw: SupabaseClient = await browserOf(server, sara)
  return {
    ...{ server, sara, petra, pending, client, raw },
    business: bakery.id,
    site: bakery.site,
    otherBusiness: hotel.id,
    otherSite: hotel.site,
    quotation: quotation.data.id,
    petrasPrivate: await taskOf([]),
    petrasShared: await taskOf([pending.id]),
    close: async () => {
      await app.auth.stopAutoRefresh()
      await server.close()
    },
  }
}
