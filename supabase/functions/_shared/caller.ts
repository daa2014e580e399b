import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { forbidden, Refusal } from './answers.ts'
import { environment } from './environment.ts'

/** A signed-in person. `asCaller` speaks to the database with their token, so row level security decides. */
export type Caller = {
  id: string
  email: string
  /** In which mails about the account are written, the first that is one of clients. */
  languages: readonly string[]
  asCaller: SupabaseClient
}

const withoutSession = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
const staffRow = z.object({ role: z.enum(['admin', 'team_member', 'sales', 'accounts', 'account_manager']) })

/**
 * Asks the auth server for the person of a token; the address is the auth server's. Without a signed-in person it
 * refuses (401).
 */
export async function identify(request: Request): Promise<Caller> {
  const authorization = request.headers.get('authorization') ?? ''
  const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]
  const signIn = new Refusal(401, 'unauthorized', 'Please sign in first.')
  if (!token) throw signIn
  const asCaller = createClient(environment('SUPABASE_URL'), environment('SUPABASE_ANON_KEY'), {
    auth: withoutSession,
    global: { headers: { Authorization: authorization } },
  })
  const { data } = await asCaller.auth.getUser(token)
  if (!data.user?.email) throw signIn
  const { language, company_language: company } = data.user.user_metadata
  const languages = [language, company].filter((code) => typeof code === 'string')
  return { id: data.user.id, email: data.user.email, languages, asCaller }
}

/** Refuses callers whose role is not one of the staff. */
export async function requireStaff({ id, asCaller }: Caller): Promise<void> {
  const { data } = await asCaller.from('user_roles').select('role').eq('user_id', id).maybeSingle()
  if (!staffRow.safeParse(data).success) throw forbidden()
}

/** True when the request has the service key. Digests are compared, so the time reveals nothing. */
export async function hasServiceKey(request: Request): Promise<boolean> {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  return (await digestOf(token)) === (await digestOf(environment('SUPABASE_SERVICE_ROLE_KEY')))
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(bytes).join()
}

/** A client with the service key, which no policy binds. */
export function asService(): SupabaseClient {
  return createClient(environment('SUPABASE_URL'), environment('SUPABASE_SERVICE_ROLE_KEY'), { auth: withoutSession })
}
