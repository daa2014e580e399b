import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { isUnreachable } from '@/shared/db/fetch/unreachable'
import { noRights, type PagePermission, type Rights } from '@/shared/domain/people/permission'
import { type Role, roles } from '@/shared/domain/people/role'
import { fields, flag, listOf, oneOf, orMissing, orNull, type Shape, text } from '@/shared/domain/records/mini-schema'

/** The database's code for a `single()` without a row. */
const noRow = 'PGRST116'

/** A person's rights, and the failure of the admin check if any. */
export type ReadRights = { rights: Rights; adminProblem: { text: string; detail: string } | null }

const namedRows = listOf(fields({ permissions: fields({ name: text }) }))

const roleShape = oneOf(roles)
const rightsShape: Shape<Rights> = fields({
  role: orNull(roleShape),
  pages: listOf(fields({ page_name: text, can_view: flag, can_create: flag, can_edit: flag, can_delete: flag })),
  named: listOf(text),
  second_factor: orMissing(oneOf(['code', 'enrol'])),
})

/** The same as another tab tells it. */
export const toldRights: Shape<ReadRights> = fields({
  rights: rightsShape,
  adminProblem: orNull(fields({ text, detail: text })),
})

/** The root of every rights key. */
export const rightsKey = ['rights'] as const

/** Rights that could not be read are asked for again after this time, in ms: until then nothing is allowed. */
const againAfter = 5_000

/** A person's rights, never treated as fresh (spec 1 §6). It fails when the permissions cannot be read. */
export const rightsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...rightsKey, userId],
    queryFn: ({ signal }) => readRights(userId, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? againAfter : false),
  })

/**
 * Reads all rights in one request, so they are of one instant. When that fails or has the wrong shape, they are read
 * one by one, as the specification says, and each failure has its own message.
 */
async function readRights(userId: string, signal: AbortSignal): Promise<ReadRights> {
  const { data, error } = await db.rpc('my_rights', undefined, { get: true }).abortSignal(signal)
  // No answer: the rights are unknown, even that there is no role.
  if (error && isUnreachable(error)) throw new Error(error.message)
  const rights = rightsShape.safeParse(data)
  signal.throwIfAborted()
  return rights.success ? { rights: rights.data, adminProblem: null } : readEachRight(userId, signal)
}

async function readEachRight(userId: string, signal: AbortSignal): Promise<ReadRights> {
  const [role, admin] = await Promise.all([readRole(userId, signal), checkAdmin(userId, signal)])
  signal.throwIfAborted()
  if (role === null) return { rights: noRights, adminProblem: admin.problem }
  if (role === 'admin' && !admin.isAdmin) return { rights: noRights, adminProblem: admin.problem }

  const [pages, named] = await Promise.all([readPages(role, signal), readNamed(role, signal)])
  return { rights: { role, pages, named }, adminProblem: admin.problem }
}

/** A missing row means no role. Any other error grants nothing either (spec 1 §8), but is retried. */
async function readRole(userId: string, signal: AbortSignal): Promise<Role | null> {
  const read = db.from('user_roles').select('role').eq('user_id', userId)
  const { data, error } = await read.abortSignal(signal).single()
  if (error && error.code !== noRow) throw error
  return roleShape.safeParse(data?.role).data ?? null
}

async function checkAdmin(userId: string, signal: AbortSignal) {
  const { data, error } = await db
    .from('user_roles')
    .select('role')
    .eq('user_id', userId)
    .eq('role', 'admin')
    .abortSignal(signal)
    .maybeSingle()
  if (!error) return { isAdmin: data !== null, problem: null }
  return { isAdmin: false, problem: { text: 'Failed to check admin status', detail: error.message } }
}

async function readPages(role: Role, signal: AbortSignal): Promise<PagePermission[]> {
  const { data } = await db
    .from('page_permissions')
    .select('page_name, can_view, can_create, can_edit, can_delete')
    .eq('role', role)
    .eq('can_view', true)
    .abortSignal(signal)
    .throwOnError()
  return data
}

async function readNamed(role: Role, signal: AbortSignal): Promise<string[]> {
  const { data } = await db
    .from('role_permissions')
    .select('permissions(name)')
    .eq('role', role)
    .abortSignal(signal)
    .throwOnError()
  return namedRows.parse(data).map((row) => row.permissions.name)
}
