import { z } from 'zod'
import { answer, forbidden, Refusal } from '../_shared/answers.ts'
import { takeCall } from '../_shared/call-limit.ts'
import { asService, type Caller } from '../_shared/caller.ts'
import { serveJson } from '../_shared/serve-json.ts'

const staffRoles = ['admin', 'team_member', 'sales', 'accounts', 'account_manager', 'client'] as const
/** In lower case, as the database writes it: an id in capitals is the same person. */
const person = { userId: z.guid().transform((id) => id.toLowerCase()) }
const bodySchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('invite'),
    email: z.email('Please enter an email address.').max(320),
    name: z.string().trim().min(1, 'Please enter a first name.').max(200),
    lastName: z.string().trim().max(200),
    role: z.enum(staffRoles, 'Please choose a role.'),
  }),
  z.object({ action: z.literal('invite-again'), ...person }),
  z.object({ action: z.literal('deactivate'), ...person }),
  z.object({ action: z.literal('reactivate'), ...person }),
  z.object({
    action: z.literal('temporary-password'),
    ...person,
    password: z
      .string()
      .trim()
      .min(6, 'The password needs at least 6 characters.')
      .refine((password) => new TextEncoder().encode(password).length <= 72, 'The password is too long.'),
  }),
])
type Body = z.infer<typeof bodySchema>
type Invitation = Extract<Body, { action: 'invite' }>

const roleSchema = z.object({ role: z.string() })
const forever = '876000h'

/**
 * Account actions that need the service key, for holders of manage_user_roles: invite, invite again, deactivate,
 * reactivate. Only admins may change admins, and nobody their own account. Only admins may set a temporary password,
 * because with it they could sign in as that person.
 */
serveJson({ maximumBytes: 8 * 1024 }, async (body, caller) => {
  const { data: mayManage } = await caller.asCaller.rpc('has_permission', { permission_name: 'manage_user_roles' })
  if (mayManage !== true) throw forbidden()
  const isAdmin = (await roleOf(caller, caller.id)) === 'admin'
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success)
    throw new Refusal(400, 'invalid_body', parsed.error.issues[0]?.message ?? 'The body is not valid.')
  await takeCall('manage-staff', caller, { perMinute: 20, perDay: 500 })

  if (parsed.data.action === 'invite') return invite(parsed.data, caller, isAdmin)
  const { userId } = parsed.data
  if (userId === caller.id) throw new Refusal(403, 'forbidden', 'You cannot do this to your own account.')
  const role = await roleOf(caller, userId)
  if (role === null) throw new Refusal(404, 'not_found', 'This person does not exist any more.')
  if (role === 'admin' && !isAdmin) throw forbidden()
  switch (parsed.data.action) {
    case 'invite-again':
      await mailAgain(userId)
      return done(caller, userId, 'invited_again')
    case 'deactivate':
      await change(userId, { ban_duration: forever })
      return done(caller, userId, 'deactivated')
    case 'reactivate':
      await change(userId, { ban_duration: 'none' })
      return done(caller, userId, 'reactivated')
    case 'temporary-password':
      if (!isAdmin) throw forbidden()
      await change(userId, { password: parsed.data.password })
      await asService().from('contacts').update({ has_temporary_password: true }).eq('user_id', userId).throwOnError()
      return done(caller, userId, 'temporary_password')
  }
})

/** The role that the caller sees of that person; null for nobody. */
async function roleOf({ asCaller }: Caller, userId: string): Promise<string | null> {
  const { data } = await asCaller.from('user_roles').select('role').eq('user_id', userId).maybeSingle().throwOnError()
  return roleSchema.safeParse(data).data?.role ?? null
}

/**
 * An account with a mailed link, a verified contact, and the role: given by the caller, so that policies and the audit
 * trail see who gave it. The password is temporary until the person chooses one.
 */
async function invite(
  { email, name, lastName, role }: Invitation,
  caller: Caller,
  isAdmin: boolean,
): Promise<Response> {
  if (role === 'admin' && !isAdmin) throw forbidden()
  const service = asService()
  const { data, error } = await service.auth.admin.inviteUserByEmail(email, {
    data: { name: `${name} ${lastName}`.trim(), ...(await languageOfCompany()) },
  })
  if (error?.code === 'email_exists')
    throw new Refusal(409, 'email_exists', 'Somebody with this address already has an account.')
  const userId = data.user?.id
  if (error || !userId) throw new Refusal(502, 'not_invited', 'The invitation could not be sent. Please try again.')
  if ((await roleOf(caller, userId)) !== null)
    throw new Refusal(409, 'invited_before', 'This person was invited before, and gets the mail again.')
  try {
    // Another person may have registered this address earlier with a password they know.
    await change(userId, { password: crypto.randomUUID() })
    await service.from('user_roles').insert({ user_id: userId, role: 'pending' }).throwOnError()
    await service
      .from('contacts')
      .insert({
        user_id: userId,
        name,
        last_name: lastName || null,
        email: email.toLowerCase(),
        type: 'Person',
        profile: 'verified',
        has_temporary_password: true,
      })
      .throwOnError()
    const given = await caller.asCaller.from('user_roles').update({ role }).eq('user_id', userId).select('user_id')
    if (given.error || given.data.length === 0) throw forbidden()
  } catch (failure) {
    await service.auth.admin.deleteUser(userId)
    throw failure
  }
  return done(caller, userId, 'invited')
}

/** In which the first mail is written. The database says it of every account, but only once it is there. */
async function languageOfCompany(): Promise<{ company_language?: string }> {
  const { data } = await asService().rpc('get_company').select('language').single()
  const { language } = z.object({ language: z.string() }).catch({ language: 'en' }).parse(data)
  return language === 'en' ? {} : { company_language: language }
}

/** The mail was lost or its link is too old: another one, while nobody used the account. */
async function mailAgain(userId: string): Promise<void> {
  const { admin } = asService().auth
  const { data } = await admin.getUserById(userId)
  const { email, email_confirmed_at } = data.user ?? {}
  if (!email || email_confirmed_at)
    throw new Refusal(409, 'already_confirmed', 'This person has followed their invitation already.')
  const { error } = await admin.inviteUserByEmail(email)
  if (error) throw new Refusal(502, 'not_invited', 'The invitation could not be sent. Please try again.')
}

async function change(userId: string, attributes: { ban_duration?: string; password?: string }): Promise<void> {
  const { error } = await asService().auth.admin.updateUserById(userId, attributes)
  if (error) throw new Refusal(502, 'not_changed', 'The account could not be changed. Please try again.')
}

async function done(caller: Caller, userId: string, action: string): Promise<Response> {
  await asService().rpc('log_account_event', { p_actor: caller.id, p_user_id: userId, p_action: action }).throwOnError()
  return answer({ userId })
}
