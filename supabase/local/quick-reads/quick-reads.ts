import type { Caller, Engine } from '../contracts.ts'
import { wholeText } from '../gateway/whole-bodies.ts'
import { readCatalogue, type Catalogue } from './catalogue.ts'
import { readRequest } from './read-request.ts'
import { readStatement } from './read-statement.ts'
import { turnOfCaller, type Turns } from '../rest-auth/turns.ts'

export type QuickReads = {
  /** The answer to a read, or null for a request that the REST library answers. */
  answer: (request: Request, caller: Caller) => Promise<Response | null>
  /** After any change of the schema. */
  forgetSchema: () => void
}

/**
 * Answers the reads that are asked most, in one round trip to the database, which writes the JSON. Everything else is left
 * to the REST library: what it cannot read, and each request that the database refuses, so that refusals have one wording.
 */
export function createQuickReads(engine: Engine, inTurn: Turns): QuickReads {
  let catalogue: Promise<Catalogue> | null = null
  const known = () => {
    catalogue ??= readCatalogue(engine).catch((error: unknown) => {
      catalogue = null
      throw error
    })
    return catalogue
  }
  return {
    answer: async (request, caller) => {
      const read = readRequest(request)
      if (!read) return null
      const statement = readStatement(read, await known())
      if (!statement) return null
      const address = request.headers.get('x-forwarded-for') ?? ''
      const settings = settingsOf(engine, caller, address)
      const run = () => engine.asCallerOnce(caller, { ...statement, settings })
      const turn = turnOfCaller(engine, caller, address)
      const rows = await (turn === null ? run() : inTurn(turn, run)).catch(async (error: unknown) => {
        // Asked again by the library, it would take as long once more.
        if (wasStopped(error)) return asAnswer(error)
        return null
      })
      if (rows === null || rows instanceof Response) return rows
      const [row] = rows
      const [body = null, shown = null, total = null] = row ?? []
      const count = Number(shown)
      const { offset } = read.asked
      // PostgREST refuses a first row behind the last one, and a single row that is none or several.
      if (body === null || (count === 0 && offset > 0) || (read.single && count !== 1)) return null
      return wholeText(read.single ? onlyItem(body) : body, {
        status: !read.single && total !== null && count < Number(total) ? 206 : 200,
        headers: {
          'content-type': read.single
            ? 'application/vnd.pgrst.object+json; charset=utf-8'
            : 'application/json; charset=utf-8',
          'content-location': request.url.slice(request.url.indexOf('/rest/v1') + '/rest/v1'.length),
          'content-range': `${count === 0 ? '*' : `${offset}-${offset + count - 1}`}/${total ?? '*'}`,
        },
      })
    },
    forgetSchema: () => {
      catalogue = null
    },
  }
}

/** `[{…}]` without its brackets. */
const onlyItem = (list: string): string => list.slice(1, -1)

/** What the library sets for each request as well. */
const settingsOf = (engine: Engine, caller: Caller, address: string): Record<string, string> => ({
  'request.headers': JSON.stringify({ 'x-forwarded-for': address }),
  statement_timeout: engine.kind === 'postgres' && caller.role !== 'service_role' ? '8s' : '0',
})

/** A statement that took too long. */
const wasStopped = (error: unknown): error is Error => error instanceof Error && Reflect.get(error, 'code') === '57014'

const asAnswer = ({ message }: Error): Response =>
  Response.json({ code: '57014', message, details: null, hint: null }, { status: 500 })
