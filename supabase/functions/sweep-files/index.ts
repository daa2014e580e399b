import { answer, forbidden, Refusal } from '../_shared/answers.ts'
import { asService, hasServiceKey } from '../_shared/caller.ts'
import { removeOrphanedFiles } from '../_shared/orphaned-files.ts'

/**
 * `POST → { removed }` for the service key only: a hosted database's cron calls it, see docs/decisions/0051. The
 * embedded backend does the same itself.
 */
Deno.serve(async (request) => {
  try {
    if (request.method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'Only POST is answered here.')
    if (!(await hasServiceKey(request))) throw forbidden()
    return answer({ removed: await removeOrphanedFiles(asService()) })
  } catch (failure) {
    if (failure instanceof Refusal) return failure.toResponse()
    return new Refusal(500, 'internal_error', 'The files could not be removed.').toResponse()
  }
})
