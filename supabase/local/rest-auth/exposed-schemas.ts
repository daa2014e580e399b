import { listOf, readSection } from '../project-config.ts'

/** The schemas that are an API, the first of which answers where a request names none. */
export type ExposedSchemas = readonly [string, ...string[]]

/** What `schemas` of `[api]` in `supabase/config.toml` says; `public` without it. */
export async function readExposedSchemas(configFile: string): Promise<ExposedSchemas> {
  const section = await readSection(configFile, ['api'])
  const [first, ...others] = listOf(section.get('schemas') ?? '')
  return first === undefined ? ['public'] : [first, ...others]
}

/** The name of the header in which a request of this kind names its schema, as in PostgREST. */
const headerOf = (method: string) => (method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile')

/** The schema that a request is about, whether it is exposed or not. */
export const schemaOf = ({ method, headers }: Request, [first]: ExposedSchemas): string =>
  headers.get(headerOf(method)) ?? first

/** Names the schema of a request in its headers, where the library would take `public`. */
export function nameSchema(headers: Headers, request: Request, exposed: ExposedSchemas): void {
  headers.set(headerOf(request.method), schemaOf(request, exposed))
}

/** Where several schemas are exposed, an answer says of which it is. */
export function withSchema(answer: Response, schema: string, exposed: ExposedSchemas): Response {
  if (exposed.length > 1 && exposed.includes(schema)) answer.headers.set('content-profile', schema)
  return answer
}
