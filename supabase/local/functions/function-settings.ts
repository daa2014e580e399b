import { readSection } from '../project-config.ts'

export type FunctionSettings = { enabled: boolean; verifyJwt: boolean }

/**
 * Reads a function's section `[functions.<name>]` in `supabase/config.toml`. Without the file, the section or the line:
 * enabled, and only for callers with a token.
 */
export async function readFunctionSettings(configFile: string, name: string): Promise<FunctionSettings> {
  const section = await readSection(configFile, [`functions.${name}`, `functions."${name}"`])
  return { enabled: section.get('enabled') !== 'false', verifyJwt: section.get('verify_jwt') !== 'false' }
}
