import { createHash } from 'node:crypto'

/** A stamp of work for a public form, as a browser finds it (`private.must_have_worked`). `now`: seconds since 1970. */
export function stampOf(form: string, bits = 14, now = Math.floor(Date.now() / 1000)): string {
  for (let count = 0; ; count += 1) {
    const stamp = `${now}.0123456789abcdef.${count}`
    if (createHash('sha256').update(`${form}.${stamp}`).digest().readUInt32BE() < 2 ** (32 - bits)) return stamp
  }
}
