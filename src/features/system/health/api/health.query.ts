import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'

const moment = z.string().nullable()

const healthSchema = z.object({
  started_at: z.string(),
  versions: z.object({ app: z.string(), node: z.string(), database: z.string() }),
  memory_bytes: z.number(),
  database_bytes: z.number(),
  disk: z.object({ free_bytes: z.number(), total_bytes: z.number() }).nullable(),
  sockets: z.number(),
  mails: z.object({ waiting: z.number(), failed: z.number() }),
  last_backup: moment,
  last_snapshot: moment,
  routes: z.array(
    z.object({
      route: z.string(),
      count: z.number(),
      failed: z.number(),
      meanMs: z.number(),
      slowestMs: z.number(),
    }),
  ),
  slowest: z.array(z.object({ route: z.string(), status: z.number(), ms: z.number(), at: z.string() })),
})
export type Health = z.infer<typeof healthSchema>

/** How often the screen asks, in ms. */
const every = 10_000

/** How the embedded server is; null where another server is behind the app, which has its own place for it. */
export const healthQuery = queryOptions({
  queryKey: ['server-health'],
  queryFn: async ({ signal }): Promise<Health | null> => {
    const { data } = await db.auth.getSession()
    const response = await fetch('/local/health', {
      signal,
      headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
    })
    const isOurs = response.headers.get('content-type')?.startsWith('application/json') ?? false
    if (response.status === 404 || (response.ok && !isOurs)) return null
    if (!response.ok) throw new Error(`The server answered ${response.status}.`)
    return healthSchema.parse(await response.json())
  },
  refetchInterval: every,
})
