import type { Caller, Engine } from '../contracts.ts'
import {
  describeSchema,
  type DescribedColumn,
  type DescribedFunction,
  type DescribedSchema,
  type DescribedTable,
} from './described-schema.ts'

type Values = Readonly<Record<string, unknown>>

const media = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]
const ref = (name: string) => ({ $ref: `#/parameters/${name}` })

/** Whether a request asks for the description of a schema: `GET /rest/v1/`. */
export const asksForOpenApi = ({ method, url }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && new URL(url).pathname === '/rest/v1/'

/**
 * The description of a schema that PostgREST serves (OpenAPI 2.0): its tables, views and functions as far as the caller may use
 * them, with what can be asked of each.
 */
export async function openApiOf(engine: Engine, caller: Caller, schema: string, request: Request): Promise<Response> {
  const described = await describeSchema(engine, caller, schema)
  const { host, protocol } = new URL(request.url)
  const [title = '', ...description] = (described.comment ?? '').split('\n')
  const body = {
    swagger: '2.0',
    info: { title: title || `standard ${schema} schema`, description: description.join('\n').trim(), version: '13.0' },
    ...{ host, basePath: '/rest/v1', schemes: [protocol.replace(':', '')] },
    ...{ consumes: media, produces: media },
    paths: { '/': introspection, ...pathsOf(described) },
    definitions: Object.fromEntries(described.tables.map((table) => [table.name, definitionOf(table)])),
    parameters: { ...commonParameters, ...parametersOf(described.tables) },
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://docs.postgrest.org/en/v13/references/api.html',
    },
  }
  return new Response(request.method === 'HEAD' ? null : JSON.stringify(body), {
    headers: { 'content-type': 'application/openapi+json; charset=utf-8' },
  })
}

const introspection = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
}

const pathsOf = ({ tables, functions }: DescribedSchema): Values =>
  Object.fromEntries([
    ...tables.map((table) => [`/${table.name}`, pathOf(table)]),
    ...functions.map((one) => [`/rpc/${one.name}`, pathOfFunction(one)]),
  ])

/** The first line of a comment says what something is, the others describe it. */
function words(comment: string | null): Values {
  const [summary = '', ...description] = (comment ?? '').split('\n')
  const rest = description.join('\n').trim()
  return { ...(summary ? { summary } : {}), ...(rest ? { description: rest } : {}) }
}

function pathOf(table: DescribedTable): Values {
  const filters = table.columns.map(({ name }) => ref(`rowFilter.${table.name}.${name}`))
  const said = { tags: [table.name], ...words(table.comment) }
  const rows = { type: 'array', items: { $ref: `#/definitions/${table.name}` } }
  const ranges = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(ref)
  const body = ref(`body.${table.name}`)
  const done = { 204: { description: 'No Content' } }
  const operations = {
    get: {
      parameters: [...filters, ...ranges],
      responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
    },
    post: { parameters: [body, ...['select', 'preferPost'].map(ref)], responses: { 201: { description: 'Created' } } },
    patch: { parameters: [...filters, body, ref('preferReturn')], responses: done },
    delete: { parameters: [...filters, ref('preferReturn')], responses: done },
  }
  return Object.fromEntries(table.verbs.map((verb) => [verb, { ...said, ...operations[verb] }]))
}

function pathOfFunction({ name, comment, isStable, parameters }: DescribedFunction): Values {
  const named = parameters.filter((one) => one.name !== '')
  const required = named.filter((one) => one.required).map((one) => one.name)
  const said = {
    tags: [`(rpc) ${name}`],
    ...words(comment),
    produces: media,
    responses: { 200: { description: 'OK' } },
  }
  const schema = {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(named.map((one) => [one.name, typeOf(one.type)])),
  }
  const post = {
    ...said,
    parameters: [{ name: 'args', in: 'body', required: true, schema }, ref('preferParams')],
  }
  if (!isStable) return { post }
  const queries = named.map((one) => ({
    ...{ name: one.name, in: 'query', required: one.required },
    ...(one.isVariadic
      ? { ...typeOf(one.type), collectionFormat: 'multi' }
      : // In an address an array and an object are text.
        { format: one.type, type: scalarOf(one.type) ?? 'string' }),
  }))
  return { get: { ...said, parameters: queries }, post }
}

/** What JSON has for a type of the database; undefined for what may be anything. */
function scalarOf(type: string): string | undefined {
  if (/^(smallint|integer|bigint)$/.test(type)) return 'integer'
  if (/^(numeric|real|double precision)$/.test(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  return /^jsonb?$/.test(type) ? undefined : 'string'
}

function typeOf(type: string): Values {
  if (type.endsWith('[]')) {
    const item = scalarOf(type.slice(0, -2))
    return { format: type, type: 'array', items: item === undefined ? {} : { type: item } }
  }
  const scalar = scalarOf(type)
  return { format: type, ...(scalar === undefined ? {} : { type: scalar }) }
}

function definitionOf({ comment, columns }: DescribedTable): Values {
  const required = columns.filter((column) => column.required || column.isKey).map(({ name }) => name)
  return {
    ...(comment === null ? {} : { description: comment }),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(columns.map((column) => [column.name, propertyOf(column)])),
    type: 'object',
  }
}

function propertyOf(column: DescribedColumn): Values {
  const notes = [
    ...(column.isKey ? ['This is a Primary Key.<pk/>'] : []),
    ...(column.refers
      ? [
          `This is a Foreign Key to \`${column.refers.join('.')}\`.<fk table='${column.refers[0]}' column='${column.refers[1]}'/>`,
        ]
      : []),
  ]
  const note = notes.length > 0 ? `Note:\n${notes.join('\n')}` : ''
  const description = [column.comment ?? '', note].filter(Boolean).join('\n\n')
  return {
    ...typeOf(column.type),
    ...(column.default === null ? {} : { default: defaultOf(column.default) }),
    ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
    ...(column.words === null ? {} : { enum: column.words }),
    ...(description ? { description } : {}),
  }
}

/** `'draft'::text` is the text, `7`, `-1.5` and `true` are what they are; an expression stays as the database writes it. */
function defaultOf(expression: string): string | number | boolean {
  const quoted = /^'((?:[^']|'')*)'(?:::[\w". ]+(?:\[\])?)?$/.exec(expression)?.[1]
  if (quoted !== undefined) return quoted.replaceAll("''", "'")
  if (/^-?\d+(\.\d+)?$/.test(expression)) return Number(expression)
  return /^(true|false)$/.test(expression) ? expression === 'true' : expression
}

const query = (name: string, description: string) => ({
  name,
  description,
  required: false,
  in: 'query',
  type: 'string',
})
const header = (name: string, description: string, values: Values = {}) => ({
  ...{ name, description, required: false, in: 'header', type: 'string' },
  ...values,
})
const prefer = (...choices: string[]) => header('Prefer', 'Preference', { enum: choices })
const returns = ['return=representation', 'return=minimal', 'return=none']

const commonParameters = {
  select: query('select', 'Filtering Columns'),
  order: query('order', 'Ordering'),
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
  on_conflict: query('on_conflict', 'On Conflict'),
  range: header('Range', 'Limiting and Pagination'),
  rangeUnit: header('Range-Unit', 'Limiting and Pagination', { default: 'items' }),
  preferCount: prefer('count=none'),
  preferReturn: prefer(...returns),
  preferPost: prefer(...returns, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'),
  preferParams: prefer('params=single-object'),
}

const parametersOf = (tables: readonly DescribedTable[]): Values =>
  Object.fromEntries(
    tables.flatMap(({ name, columns }) => [
      [`body.${name}`, { name, in: 'body', required: false, schema: { $ref: `#/definitions/${name}` } }] as const,
      ...columns.map(
        (column) =>
          [
            `rowFilter.${name}.${column.name}`,
            { name: column.name, required: false, in: 'query', type: 'string' },
          ] as const,
      ),
    ]),
  )
