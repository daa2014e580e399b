import { filter, firstValueFrom, timeout } from 'rxjs'
import { db } from '@/shared/db/client'
import { loadConfig } from '@/shared/db/config'
import { countText } from '@/shared/domain/text/formats'
import { topics } from '@/shared/domain/records/nudge'
import { readAs, text } from '@/shared/domain/records/mini-schema'
import { channel } from '@/streams/realtime/live-channels'
import { clockWords } from '../words'

/** A check of one backend service as the signed-in person. `ask` returns its result as a sentence. */
export type Check = {
  name: string
  /** The request, for a reader who knows the services. */
  call: string
  ask: (user: { id: string; email: string }, signal: AbortSignal) => Promise<string>
}

const moment = readAs(text, (told) => {
  const time = Date.parse(told)
  return Number.isNaN(time) ? null : time
})

/** The services that every screen needs, in the order in which a page uses them. */
export const checks: readonly Check[] = [
  {
    name: 'Configuration',
    call: 'GET /config.json',
    ask: async () => `The back end is at ${new URL((await loadConfig()).supabaseUrl).host}.`,
  },
  {
    name: 'Accounts',
    call: 'GET /auth/v1/user',
    ask: async ({ email }) => {
      const { data, error } = await db.auth.getUser()
      if (error) throw error
      return `The session belongs to ${data.user.email ?? email}.`
    },
  },
  {
    name: 'Database function',
    call: 'POST /rest/v1/rpc/server_now',
    ask: async (_, signal) => {
      const asked = Date.now()
      const { data } = await db.rpc('server_now').abortSignal(signal).throwOnError()
      return clockWords((asked + Date.now()) / 2 - moment.parse(data))
    },
  },
  {
    name: 'Role',
    call: 'GET /rest/v1/user_roles',
    ask: async ({ id }, signal) => {
      const { data } = await db
        .from('user_roles')
        .select('role')
        .eq('user_id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data ? `Your role is ${data.role.replace('_', ' ')}.` : 'You have no role.'
    },
  },
  {
    name: 'Page permissions',
    call: 'GET /rest/v1/page_permissions',
    ask: async (_, signal) => {
      const { data } = await db
        .from('page_permissions')
        .select('role, page_name')
        .eq('can_view', true)
        .abortSignal(signal)
        .throwOnError()
      return counted(data.length, 'permission to view can be read', 'permissions to view can be read')
    },
  },
  {
    name: 'Contacts',
    call: 'HEAD /rest/v1/contacts',
    ask: async (_, signal) => {
      const { count } = await db
        .from('contacts')
        .select('id', { count: 'exact', head: true })
        .abortSignal(signal)
        .throwOnError()
      return counted(count ?? 0, 'contact is shown to you', 'contacts are shown to you')
    },
  },
  {
    name: 'Tasks',
    call: 'HEAD /rest/v1/tasks',
    ask: async (_, signal) => {
      const { count } = await db
        .from('tasks')
        .select('id', { count: 'exact', head: true })
        .abortSignal(signal)
        .throwOnError()
      return counted(count ?? 0, 'task is shown to you', 'tasks are shown to you')
    },
  },
  {
    name: 'Files',
    call: 'POST /storage/v1/object/list',
    ask: async ({ id }) => {
      const { data, error } = await (await db.storage()).from('avatars').list(id)
      if (error) throw error
      return counted(data.length, 'picture of you is stored', 'pictures of you are stored')
    },
  },
  {
    name: 'Server function',
    call: 'POST /functions/v1/improve-grammar',
    ask: async (_, signal) => {
      const { data, error } = await db.functions.invoke<unknown>('improve-grammar', {
        body: { text: 'This is an test.' },
        signal,
      })
      if (error) throw error
      const improved: unknown = Reflect.get(Object(data), 'improvedText')
      return `“This is an test.” came back as “${String(improved)}”`
    },
  },
  {
    name: 'Exchange rates',
    call: 'GET the rates service',
    ask: async (_, signal) => {
      const { ratesUrl } = await loadConfig()
      const answer = await fetch(ratesUrl.replace('{base}', 'EUR'), { signal })
      if (!answer.ok) throw new Error(`The rates service answered ${answer.status}.`)
      const body: unknown = await answer.json()
      const rates: unknown = Reflect.get(Object(body), 'rates')
      return counted(Object.keys(Object(rates)).length, 'rate is known', 'rates are known')
    },
  },
  {
    name: 'Live topic',
    call: 'Join page:api-test',
    ask: async () => {
      await firstValueFrom(
        channel(topics.page('api-test')).pipe(
          filter(({ kind }) => kind === 'live'),
          timeout({
            first: 10_000,
            with: () => {
              throw new Error('The topic was not joined within 10 seconds.')
            },
          }),
        ),
      )
      return 'The server let you in.'
    },
  },
]

const counted = (count: number, one: string, many: string) => `${countText(count)} ${count === 1 ? one : many}.`

/** One realtime topic and its state. */
export type LiveTopic = { topic: string; state: string }

/** The topics that this tab has open now. */
export const openTopics = (): LiveTopic[] =>
  db
    .channels()
    .map(({ topic, state }) => ({ topic: topic.replace(/^realtime:/, ''), state }))
    .toSorted((one, other) => (one.topic < other.topic ? -1 : 1))

/** True when the realtime socket is open. */
export const isLineOpen = (): boolean => db.realtime.isConnected()
