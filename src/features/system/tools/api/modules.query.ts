/** A module of the interface as the last build saw it. `bytes` is the size of its source. */
export type Module = {
  path: string
  use: 'app' | 'server' | 'types' | 'unused'
  /** The number of other modules that import it. */
  importers: number
  bytes: number
}

/** The modules listed by the build. Throws without a list: the development server writes none. */
export async function readModules(signal: AbortSignal): Promise<Module[]> {
  const answer = await fetch('/module-graph.json', { signal, headers: { accept: 'application/json' } })
  const isList = answer.ok && (answer.headers.get('content-type') ?? '').includes('json')
  if (!isList) throw new Error('This server has no list of modules. “npm run build” writes it.')
  const { modules } = (await answer.json()) as { modules: Module[] }
  return modules
}
