import type { Caller, Engine, Statement } from '../contracts.ts'
import { wholeText } from '../gateway/whole-bodies.ts'
import { settingsOfRequest } from '../rest-auth/connection.ts'
import { turnOfCaller, type Turns } from '../rest-auth/turns.ts'
import { readCall, readQuery, type Call } from './calls.ts'
import { readCatalogue, type Catalogue } from './catalogue.ts'
import { readInsert, type Insert } from './inserts.ts'
import { readRequest, type ReadRequest } from './read-request.ts'
import { readStatement } from './read-statement.ts'

export type QuickAnswers = {
  /** The answer to a request, or null for one that the REST library answers. */
  answer: (request: Request, caller: Caller) => Promise<Response | null>
  /** After any change of the schema. */
  forgetSchema: () => void
}

/**
 * Answers the reads, new rows and calls of functions of a schema that are asked most, in one round trip to the database, which writes the JSON.
 * Everything else is left to the REST library: what it cannot read, and each request that the database refuses, so that
 * refusals have one wording.
 */
export function createQuickAnswers(engine: Engine, inTurn: Turns, schema = 'public'): QuickAnswers {
  let catalogue: Promise<Catalogue> | null = null
  const known = () => {
    catalogue ??= readCatalogue(engine, schema).catch((error: unknown) => {
      catalogue = null
      throw error
    })
    return catalogue
  }
  /** The first row that a statement answers; null when the database refuses it. */
  const ask = async (request: Request, caller: Caller, statement: Statement) => {
    const address = request.headers.get('x-forwarded-for') ?? ''
    const settings = { ...settingsOfRequest(engine, caller.role, address, schema), ...statement.settings }
    const run = () => engine.asCallerOnce(caller, { ...statement, settings })
    const turn = turnOfCaller(engine, caller, address)
    try {
      const [row] = await (turn === null ? run() : inTurn(turn, run))
      return row ?? []
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  }
  const answerOfRead = async (request: Request, caller: Caller): Promise<Response | null> => {
    const read = readRequest(request)
    if (!read && request.method === 'GET') {
      const asked = readQuery(request, await known())
      const [row] = asked ? [await ask(request, caller, asked.statement)] : []
      return asked && row ? answerToCall(asked, row) : null
    }
    const statement = read && readStatement(read, await known())
    const row = statement && (await ask(request, caller, statement))
    return read && row && answerToRead(request, read, row)
  }
  const answerOf = async (request: Request, caller: Caller): Promise<Response | null> => {
    const { method } = request
    if (method === 'GET' || method === 'HEAD') return answerOfRead(request, caller)
    if (method !== 'POST') return null
    const call = await readCall(request, await known())
    const insert = call ? null : await readInsert(request, await known())
    const statement = call?.statement ?? insert?.statement
    const row = statement && (await ask(request, caller, statement))
    if (!row) return null
    return call ? answerToCall(call, row) : insert && answerToInsert(insert, row)
  }
  return {
    answer: async (request, caller) => {
      try {
        return await answerOf(request, caller)
      } catch (error) {
        // Asked again by the library, it would take as long once more.
        if (error instanceof Error && codeOf(error) === '57014') return stopped(error)
        throw error
      }
    },
    forgetSchema: () => {
      catalogue = null
    },
  }
}

type Texts = readonly (string | null)[]

/** Null for what PostgREST refuses: a first row behind the last one, and a single row that is none or several. */
function answerToRead(request: Request, { asked, single }: ReadRequest, [body, shown, total]: Texts): Response | null {
  const count = Number(shown)
  const { offset } = asked
  if (body === undefined || (count === 0 && offset > 0) || (single && count !== 1)) return null
  const isPart = typeof total === 'string' && count < Number(total)
  const init = {
    status: isPart && !single ? 206 : 200,
    headers: {
      'content-type': single ? singleType : listType,
      'content-location': request.url.slice(request.url.indexOf('/rest/v1') + '/rest/v1'.length),
      'content-range': `${count === 0 ? '*' : `${offset}-${offset + count - 1}`}/${total ?? '*'}`,
    },
  }
  if (body === null) return new Response(null, init)
  return wholeText(single ? onlyItem(body) : body, init)
}

function answerToCall({ called, single }: Call, [body, shown]: Texts): Response {
  const count = Number(shown)
  const range = { 'content-range': `${count === 0 ? '*' : `0-${count - 1}`}/*` }
  if (called.answers === 'nothing') return new Response(null, { status: 204, headers: range })
  return wholeText(body ?? 'null', { headers: { ...range, 'content-type': single ? singleType : listType } })
}

function answerToInsert({ prefer, single }: Insert, [body]: Texts): Response {
  const headers = { 'content-range': '*/*', ...(prefer === null ? {} : { 'preference-applied': prefer }) }
  const init = { status: 201, headers: { ...headers, 'content-type': single ? singleType : listType } }
  if (typeof body === 'string') return wholeText(single ? onlyItem(body) : body, init)
  return new Response(null, prefer === null ? init : { status: 201, headers })
}

const listType = 'application/json; charset=utf-8'
const singleType = 'application/vnd.pgrst.object+json; charset=utf-8'

/** `[{…}]` without its brackets. */
const onlyItem = (list: string): string => list.slice(1, -1)

const codeOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null
  return typeof code === 'string' ? code : ''
}

/** The database refused the statement and undid it, so that it can be asked again: not when it is away, full or broken. */
const isRefusal = (error: unknown): boolean => /^(?!08|53|57|58|XX)[0-9A-Z]{5}$/.test(codeOf(error))

const stopped = ({ message }: Error): Response =>
  Response.json({ code: '57014', message, details: null, hint: null }, { status: 500 })
