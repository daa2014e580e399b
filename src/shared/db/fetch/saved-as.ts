/**
 * A signed address of a file that saves it under this name instead of opening it. storage-js encodes the name of its own
 * `download` option twice: `für.pdf` would be saved as `f%C3%BCr.pdf`.
 */
export function savedAs(address: string, name: string): string {
  const saved = new URL(address)
  saved.searchParams.set('download', name)
  return saved.href
}
