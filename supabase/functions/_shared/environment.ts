/** A setting that the function cannot work without. Throws when it is missing. */
export function environment(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`${name} is not set`)
  return value
}
