import { readFile } from 'node:fs/promises'

export type FunctionSettings = { enabled: boolean; verifyJwt: boolean }

/**
 * Reads a function's section `[functions.<name>]` in `supabase/config.toml`. Without the file, the section or the line:
 * enabled, and only for callers with a token.
 */
export async function readFunctionSettings(configFile: string, name: string): Promise<FunctionSettings> {
  const lines = (await readFile(configFile, 'utf8').catch(() => '')).split('\n').map((line) => line.trim())
  const start = lines.findIndex((line) => line === `[functions.${name}]` || line === `[functions."${name}"]`)
  const after = start < 0 ? [] : lines.slice(start + 1)
  const next = after.findIndex((line) => line.startsWith('['))
  const section = next < 0 ? after : after.slice(0, next)
  const isOff = (key: string) => section.some((line) => new RegExp(`^${key}\\s*=\\s*false\\b`).test(line))
  return { enabled: !isOff('enabled'), verifyJwt: !isOff('verify_jwt') }
}
