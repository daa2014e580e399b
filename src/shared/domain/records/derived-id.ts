/** A uuid that follows from another one and from a text: always the same for the same two, another for other words. */
export function derivedId(id: string, words: string): string {
  const digits = [1, 2, 3, 4].map((seed) => hash(words, seed).toString(16).padStart(8, '0')).join('')
  let place = 0
  return id.replace(/[0-9a-f]/gi, (character) => {
    const mixed = Number.parseInt(character, 16) ^ Number.parseInt(digits[place] ?? '0', 16)
    place += 1
    return mixed.toString(16)
  })
}

/** FNV-1a over the characters of a text, 32 bits. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}
