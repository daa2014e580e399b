import { inflateSync } from 'node:zlib'

type Part = { head: string; stream: string | null }

/** Parses one of our PDFs for tests: its objects, and the words of each page in drawing order. */
export function readPdf(bytes: Uint8Array): { objects: string[]; metadata: string; pages: string[][] } {
  const parts = partsOf(Buffer.from(bytes).toString('latin1'))
  const part = (id: string | undefined): Part => parts.get(id ?? '') ?? { head: '', stream: null }
  const lettersOf = (resources: string): Map<string, Map<string, string>> =>
    new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const unicode = /\/ToUnicode (\d+) 0 R/.exec(part(id).head)?.[1]
        return [name, lettersOfMap(part(unicode).stream ?? '')]
      }),
    )
  const pages = [...parts.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return {
    objects: [...parts.values()].map(({ head }) => head),
    metadata: [...parts.values()].find(({ head }) => head.includes('/Subtype /XML'))?.stream ?? '',
    pages: pages.map(({ head }) => {
      const resources = part(/\/Resources (\d+) 0 R/.exec(head)?.[1]).head
      return wordsOf(part(/\/Contents (\d+) 0 R/.exec(head)?.[1]).stream ?? '', lettersOf(resources))
    }),
  }
}

function partsOf(file: string): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const [, id = '', body = ''] of file.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)) {
    const begin = body.indexOf('stream\n')
    if (begin < 0) {
      parts.set(id, { head: body, stream: null })
      continue
    }
    const head = body.slice(0, begin)
    const data = Buffer.from(body.slice(begin + 7, body.lastIndexOf('\nendstream')), 'latin1')
    parts.set(id, { head, stream: (head.includes('/FlateDecode') ? inflateSync(data) : data).toString('latin1') })
  }
  return parts
}

/** Letters by the number of their shape in the font. */
function lettersOfMap(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, codes = ''], index) => {
      const shape = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      letters.set(shape, Buffer.from(codes.replace(/ /g, ''), 'hex').swap16().toString('utf16le'))
    })
  return letters
}

function wordsOf(stream: string, fonts: Map<string, Map<string, string>>): string[] {
  let letters = new Map<string, string>()
  const words: string[] = []
  for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map()
    else
      words.push(
        [...(shown ?? '').matchAll(/<([0-9a-f]+)>/gi)]
          .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
          .map((code) => letters.get(code.toLowerCase()) ?? '\ufffd')
          .join(''),
      )
  }
  return words
}
