import { z } from 'zod'
import type { Engine, Service } from '../../contracts.ts'
import {
  attributesSchema,
  createAccount,
  listAccounts,
  readAccount,
  removeAccount,
  updateAccount,
} from './admin-accounts.ts'
import { generateLink, inviteByMail, type LinkOptions } from './admin-links.ts'
import { authError, invalidBody, readBody } from './auth-answers.ts'
import { factorsOf, removeFactor } from './factors.ts'

/** /auth/v1/admin: accounts, for the holder of the secret key only. */
export function createAdminUsers(options: LinkOptions): Service {
  const { engine } = options
  return {
    handle: async (request, { caller }) => {
      if (caller.role !== 'service_role') return authError(403, 'not_admin', 'User not allowed')
      const url = new URL(request.url)
      const [, collection, id, rest] =
        /^\/auth\/v1\/(admin\/users|admin\/generate_link|invite)(?:\/([^/]+))?(.*)$/.exec(url.pathname) ?? [
          null,
          '',
          undefined,
          '',
        ]
      const ofFactors = id === undefined ? null : /^\/factors(?:\/([^/]+))?$/.exec(rest ?? '')
      if (ofFactors && z.guid().safeParse(id).success)
        return factorsOfAccount(engine, { method: request.method, userId: id ?? '', factorId: ofFactors[1] })
      if (rest) return authError(404, 'not_found', 'Not found')
      const route = `${request.method} ${collection}${id === undefined ? '' : '/:id'}`
      if (id !== undefined && !z.guid().safeParse(id).success)
        return authError(400, 'validation_failed', 'user_id must be an UUID')
      if (route === 'GET admin/users') return listAccounts(engine, url.searchParams)
      if (route === 'GET admin/users/:id') return readAccount(engine, id ?? '')
      if (route === 'DELETE admin/users/:id') return removeAccount(options, id ?? '')
      const body = await readBody(request)
      if (route === 'POST admin/generate_link') return generateLink(options, body)
      if (route === 'POST invite') return inviteByMail(options, body)
      const attributes = attributesSchema.safeParse(body)
      if (!attributes.success) return invalidBody(attributes.error)
      if (route === 'POST admin/users') return createAccount(options, attributes.data)
      if (route === 'PUT admin/users/:id') return updateAccount(options, id ?? '', attributes.data)
      return authError(404, 'not_found', 'Not found')
    },
  }
}

/** The second factors of an account, and the removal of one whose owner has lost it. */
async function factorsOfAccount(
  engine: Engine,
  { method, userId, factorId }: { method: string; userId: string; factorId: string | undefined },
): Promise<Response> {
  if (method === 'GET' && factorId === undefined) return Response.json(await factorsOf(engine, userId))
  if (method !== 'DELETE' || factorId === undefined) return authError(404, 'not_found', 'Not found')
  return z.guid().safeParse(factorId).success && (await removeFactor(engine, userId, factorId))
    ? Response.json({ id: factorId })
    : authError(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found')
}
